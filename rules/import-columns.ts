export const importKinds = ['rooms', 'tenants', 'contacts'] as const
export type ImportKind = (typeof importKinds)[number]

export const MAX_IMPORT_ROWS = { rooms: 50_000, tenants: 2000, contacts: 10_000 } as const
export const MAX_IMPORT_MEGABYTES = 20
export const MAX_IMPORT_COLUMNS = 60
export const MAX_IMPORT_CELL = 2000

interface ImportField {
  /** Its heading in a file of ours. */
  label: string
  required: boolean
  /** Other headings that residences use, in lower case and without punctuation. */
  aliases: readonly string[]
  /** For the file that shows how it is done. */
  example: string
}

const field = (label: string, example: string, ...aliases: string[]): ImportField => ({
  label,
  example,
  aliases,
  required: true,
})
const optional = (label: string, example: string, ...aliases: string[]): ImportField => ({
  ...field(label, example, ...aliases),
  required: false,
})

const phoneAliases = [
  'phone number',
  'mobile',
  'mobile number',
  'telephone',
  'tel',
  'contact',
  'phone no',
]
const idAliases = ['id', 'id no', 'national id', 'passport', 'id passport']
const emailAliases = ['email address', 'e mail', 'mail']
const emergencyContact = {
  emergency_phone_number: optional(
    'Emergency phone',
    '0733 123 456',
    'emergency contact',
    'emergency number',
    'next of kin phone',
    'next of kin',
    'guardian phone',
    'parent phone',
  ),
  emergency_contact_relationship: optional(
    'Emergency contact is',
    'Parent',
    'relationship',
    'next of kin relationship',
    'relation',
  ),
}

/** The columns that an import understands. */
export const importFields = {
  rooms: {
    room_number: field(
      'Room',
      'A101',
      'room number',
      'room no',
      'unit',
      'unit number',
      'unit no',
      'house no',
      'door number',
      'house',
      'door',
    ),
    rate: field(
      'Rent',
      '6500',
      'monthly rent',
      'rent a month',
      'rate',
      'price',
      'rent ksh',
      'rent kes',
      'amount',
    ),
    capacity: optional('Places', '1', 'capacity', 'beds', 'bed spaces', 'sharing'),
    notes: optional('Notes', 'Balcony', 'note', 'remarks', 'comments', 'description'),
  },
  tenants: {
    full_name: field(
      'Full name',
      'Njeri Wambui Kamau',
      'name',
      'names',
      'tenant',
      'tenant name',
      'student',
      'student name',
    ),
    phone_number: field('Phone', '0722 123 456', ...phoneAliases),
    id_number: field('ID number', '23456789', ...idAliases),
    email: optional('Email', 'njeri@example.org', ...emailAliases),
    room: field('Room', 'A101', 'room number', 'room no', 'unit', 'house', 'door'),
    start_date: field(
      'Moved in',
      '2026-09-01',
      'start',
      'start date',
      'from',
      'since',
      'move in',
      'move in date',
      'moved in on',
      'entry date',
    ),
    end_date: optional(
      'Leaves',
      '2027-04-30',
      'end',
      'end date',
      'until',
      'to',
      'leaving date',
      'exit date',
    ),
    opening_balance: optional(
      'Owes',
      '1500',
      'balance',
      'opening balance',
      'arrears',
      'debt',
      'amount due',
      'balance due',
    ),
    registration_number: optional(
      'Registration number',
      'SCT221-0001/2026',
      'registration no',
      'reg no',
      'reg number',
      'admission number',
      'adm no',
      'student number',
    ),
    year_of_study: optional('Year of study', '2', 'year'),
    college: optional('College', 'Kamiti College', 'school', 'university', 'campus'),
    faculty: optional('Faculty', 'Engineering', 'department', 'course'),
    gender: optional('Gender', 'female', 'sex'),
    ...emergencyContact,
  },
  contacts: {
    account_number: optional('Account number', 'AC7K4M9X', 'account', 'account no', 'acc no'),
    id_number: optional('ID number', '23456789', ...idAliases),
    phone_number: optional('Phone', '0722 123 456', ...phoneAliases, 'new phone'),
    email: optional('Email', 'njeri@example.org', ...emailAliases, 'new email'),
    ...emergencyContact,
  },
} as const satisfies Record<ImportKind, Record<string, ImportField>>

export type FieldName = string

/** Spaces, capitals and punctuation don't matter: `Room No.` is `room no`. */
export const plainHeading = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

export const fieldsOf = (kind: ImportKind): [FieldName, ImportField][] =>
  Object.entries(importFields[kind])

/**
 * The field that each heading stands for, null for columns that are left out: as it was the last time, else by its name.
 * No field is taken twice.
 */
export function matchColumns(
  kind: ImportKind,
  headings: string[],
  remembered: Readonly<Record<string, FieldName | null>> = {},
): (FieldName | null)[] {
  const fields = fieldsOf(kind)
  const taken = new Set<FieldName>()
  const take = (name: FieldName | null | undefined): FieldName | null => {
    if (!name || taken.has(name) || !fields.some(([known]) => known === name)) return null
    taken.add(name)
    return name
  }
  const plain = headings.map(plainHeading)
  const matched = plain.map((heading) => take(remembered[heading]))
  return plain.map((heading, at) => {
    const name = matched[at]
    if (name || Object.hasOwn(remembered, heading)) return name ?? null
    const found = fields.find(
      ([, { label, aliases }]) => plainHeading(label) === heading || aliases.includes(heading),
    )
    return take(found?.[0])
  })
}

/** The fields that were chosen for the headings, by their places; a field that doesn't exist or is taken is left out. */
export function chosenColumns(
  kind: ImportKind,
  chosen: readonly (FieldName | null)[],
): (FieldName | null)[] {
  const known = new Set(fieldsOf(kind).map(([name]) => name))
  return chosen.map((name, at) =>
    name !== null && known.has(name) && chosen.indexOf(name) === at ? name : null,
  )
}

/** Any of them says whose contact a row is. */
const findingFields: FieldName[] = ['account_number', 'id_number', 'phone_number']

/** The labels of the required fields that no column stands for. */
export function missingFields(kind: ImportKind, columns: (FieldName | null)[]): string[] {
  if (kind === 'contacts' && !findingFields.some((name) => columns.includes(name))) {
    return ['Account number']
  }
  return fieldsOf(kind).flatMap(([name, { required, label }]) =>
    required && !columns.includes(name) ? [label] : [],
  )
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `2026-09-01`, `1/9/2026`, `01.09.26`, `1 Sep 2026`: the day comes before the month. Null for anything else. */
export function readDay(typed: string): string | null {
  const text = typed.trim().replace(/[T ]\d{1,2}:\d{2}(:\d{2})?$/, '')
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text)
  const local = /^(\d{1,2})[-/. ](\d{1,2}|[A-Za-z]{3,9})[-/. ,]+(\d{4}|\d{2})$/.exec(text)
  const [year, month, day] = iso
    ? [iso[1], iso[2], iso[3]]
    : local
      ? [local[3], local[2], local[1]]
      : []
  if (year === undefined || month === undefined || day === undefined) return null
  const number = /^\d/.test(month)
    ? Number(month)
    : months.indexOf(month.slice(0, 3).toLowerCase()) + 1
  const full = year.length === 2 ? `20${year}` : year
  const read = `${full}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${read}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== read ? null : read
}
