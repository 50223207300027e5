import TerminalUI
import Testing

struct Base64Tests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("┌─┐", "4pSM4pSA4pSQ"), ("~~?", "fn4/"),
    ])
    func `as the standard has it`(text: String, encoded: String) {
        #expect(Base64.encode(Array(text.utf8)) == Array(encoded.utf8))
    }
}
