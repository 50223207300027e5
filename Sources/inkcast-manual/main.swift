import InkcastApp

Manual.main()
