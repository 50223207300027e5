import CBuild
import InkcastApp

Inkcast.main(version: String(cString: inkcast_build_version()))
