import InkcastApp

Inkcast.main()
