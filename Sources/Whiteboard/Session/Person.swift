package import InkCanvas

/// Who somebody says they are.
package struct Person: Hashable, Sendable {
    package var id: PersonID
    /// As it came: it is sanitised when it is shown.
    package var name: String
    /// A colour of the palette, 1 to 64.
    package var color: UInt8

    package init(id: PersonID, name: String, color: UInt8) {
        self.id = id
        self.name = name
        self.color = color
    }
}
