// Who has activities has the rooms in which they take place.
@_exported public import Rooms
