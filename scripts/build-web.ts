/** placeholder */ export {}
