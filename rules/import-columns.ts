export const importKinds = ['rooms', 'tenants', 'contacts'] as const
export type ImportKind = (typeof importKinds)[number]

export const MAX_IMPORT_ROWS = { rooms: 50_000, tenants: 2000, contacts: 10_000 } as const
/** On the embedded database, whose one connection is busy for about a second with so many. */
export const MAX_EMBEDDED_IMPORT_ROWS = { rooms: 5000, tenants: 500, contacts: 200 } as const
export const MAX_IMPORT_MEGABYTES = 20
export const MAX_IMPORT_COLUMNS = 60
export const MAX_IMPORT_CELL = 2000

interface ImportField {
  /** Its heading in a file of ours. */
  label: string
  required: boolean
  /** Other headings that residences use, in lower case and without punctuation. */
  aliases: readonly string[]
  /** For the file that shows how it is done; null for what isn't in it. */
  example: string | null
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

/** A field for a part of a name that is spread over several columns. */
const part = (label: string, ...aliases: string[]): ImportField => ({
  ...optional(label, '', ...aliases),
  example: null,
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

export type EmergencyField = keyof typeof emergencyContact
export const emergencyFields = Object.keys(emergencyContact) as EmergencyField[]

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
      'rent for each tenant',
      'rate',
      'price',
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
    first_name: part('First name', 'first names', 'given name', 'given names', 'forename'),
    middle_name: part('Other names', 'other name', 'middle name', 'middle names', 'second name'),
    last_name: part('Last name', 'surname', 'family name', 'last names'),
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
    deposit_held: optional(
      'Deposit held',
      '6500',
      'deposit',
      'deposit paid',
      'security deposit',
      'caution money',
      'caution',
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

/** A row's cells by field, of whichever kind the file is. */
export type RowFields = Readonly<
  Partial<Record<{ [Kind in ImportKind]: keyof (typeof importFields)[Kind] }[ImportKind], string>>
>

/** The fields that columns of a table can be. */
export type Fields = Readonly<Record<FieldName, Pick<ImportField, 'label' | 'aliases'>>>

/** Spaces, capitals, punctuation and the currency don't matter: `Paid In (KSHs)` is `paid in`. */
export const plainHeading = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/ ?\b(kshs?|kes)\b/g, '')
    .trim()

export const fieldsOf = (kind: ImportKind): [FieldName, ImportField][] =>
  Object.entries(importFields[kind])

const namesOf = ({ label, aliases }: Fields[FieldName]) => [plainHeading(label), ...aliases]

/** Headings as they are remembered: of equal ones by their place among them, `phone`, `phone #2`. */
function headingKeys(headings: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return headings.map(plainHeading).map((heading) => {
    const place = (seen.get(heading) ?? 0) + 1
    seen.set(heading, place)
    return place === 1 ? heading : `${heading} #${place}`
  })
}

/**
 * The memory of a file's columns: the field that each of its headings stands for, null for a column that is left out. A heading
 * that is left out because another column has its field may get it in another file.
 */
export function columnsByHeading(
  fields: Fields,
  headings: readonly string[],
  columns: readonly (FieldName | null)[],
): Record<string, FieldName | null> {
  const found = new Map<string, FieldName | null>()
  for (const [at, key] of headingKeys(headings).entries()) {
    const name = columns[at] ?? null
    const heading = plainHeading(headings[at] ?? '')
    const isTaken = ([other, field]: [FieldName, Fields[FieldName]]) =>
      columns.includes(other) && namesOf(field).includes(heading)
    if (name !== null || !Object.entries(fields).some(isTaken)) found.set(key, name)
  }
  return Object.fromEntries(found)
}

/**
 * The field that each heading stands for, null for columns that are left out: as it was the last time, else by its name. An alias
 * that comes earlier fits better. No field is taken twice.
 */
export function matchColumns(
  fields: Fields,
  headings: string[],
  remembered: Readonly<Record<string, FieldName | null>> = {},
): (FieldName | null)[] {
  const plain = headings.map(plainHeading)
  const keys = headingKeys(headings)
  const columns: (FieldName | null)[] = plain.map(() => null)
  for (const [at, key] of keys.entries()) {
    const name = Object.hasOwn(remembered, key) ? remembered[key] : null
    if (name && Object.hasOwn(fields, name) && !columns.includes(name)) columns[at] = name
  }
  for (const [name, field] of Object.entries(fields)) {
    for (const alias of namesOf(field)) {
      if (columns.includes(name)) break
      const at = plain.findIndex(
        (heading, index) =>
          heading === alias &&
          columns[index] === null &&
          !Object.hasOwn(remembered, keys[index] ?? ''),
      )
      if (at >= 0) columns[at] = name
    }
  }
  return columns
}

/** The fields that were chosen for the headings, by their places; a field that doesn't exist or is taken is left out. */
export const chosenColumns = (
  fields: Fields,
  chosen: readonly (FieldName | null)[],
): (FieldName | null)[] =>
  chosen.map((name, at) =>
    name !== null && Object.hasOwn(fields, name) && chosen.indexOf(name) === at ? name : null,
  )

/** Any of them says whose contact a row is. */
const findingFields: FieldName[] = ['account_number', 'id_number', 'phone_number']

const nameParts = ['first_name', 'middle_name', 'last_name'] as const

const wordsOf = (name: string) => name.toLowerCase().split(/\s+/).filter(Boolean)

/**
 * Puts a name from several columns together. To a full name, only missing parts are added, since “Name” may be the first
 * name. A part that another one begins or ends with isn’t repeated. Where the first name has a column and is missing,
 * so is the full name.
 */
export function withFullName(fields: RowFields): RowFields {
  const parts = nameParts.flatMap((name) => fields[name] || [])
  if (parts.length === 0) return fields
  const { full_name = '' } = fields
  if (full_name === '' && fields.first_name === '') return fields
  const has = wordsOf(full_name)
  const lacking = parts
    .filter((part) => !parts.some((other) => isPartOf(part, other)))
    .map((part) => part.split(/\s+/).filter((word) => !has.includes(word.toLowerCase())))
  return { ...fields, full_name: [full_name, ...lacking.flat()].filter(Boolean).join(' ') }
}

function isPartOf(part: string, other: string): boolean {
  const [some, all] = [wordsOf(part), wordsOf(other)]
  const has = (from: number) => some.every((word, at) => all[from + at] === word)
  return some.length < all.length && (has(0) || has(all.length - some.length))
}

/** The labels of the required fields that no column stands for. Two parts of a name stand for the full one. */
export function missingFields(kind: ImportKind, columns: (FieldName | null)[]): string[] {
  if (kind === 'contacts' && !findingFields.some((name) => columns.includes(name))) {
    return ['Account number']
  }
  const hasParts = nameParts.filter((name) => columns.includes(name)).length >= 2
  return fieldsOf(kind).flatMap(([name, { required, label }]) =>
    required && !columns.includes(name) && !(name === 'full_name' && hasParts) ? [label] : [],
  )
}
