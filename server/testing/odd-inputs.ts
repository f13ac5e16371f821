import type * as z from 'zod/mini'

/** Some value fits nearly every field of the contract: the first that the field takes is its sample. */
const candidates: unknown[] = [
  ...['1', 1, true, '2026-11-27', '0712345678', 'somebody@a.example', 'R000001', 'A101', '2026-11'],
  ...[
    'Some text',
    '09:30',
    '6f9619ff-8b86-4d01-b42d-00c04fc964ff',
    'a'.repeat(43),
    'f'.repeat(64),
    '12345',
    null,
  ],
  ...['UKK1234567', 'far-away-from-here', '22222222', undefined, [], {}, '2027-01-31', 'MX'],
]

interface Def {
  type: string
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  in?: z.ZodMiniType
  out?: z.ZodMiniType
  options?: readonly z.ZodMiniType[]
  entries?: Record<string, unknown>
  values?: readonly unknown[]
}
const defOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Def

const fits = (schema: z.ZodMiniType, value: unknown) => {
  try {
    return schema.safeParse(value).success
  } catch {
    return false
  }
}

/** An input that a schema takes, as far as one can be made without knowing what it is about. */
export function sampleOf(schema: z.ZodMiniType): unknown {
  const def = defOf(schema)
  const { type, shape, element, innerType, options, entries, values } = def
  if (shape) {
    const parts = Object.entries(shape)
    const made = Object.fromEntries(parts.map(([name, part]) => [name, sampleOf(part)]))
    if (fits(schema, made)) return made
    // Some of what may be left out excludes the rest.
    const needed = parts.filter(([, part]) => !fits(part, undefined))
    const least = Object.fromEntries(
      needed.map(([name, part]) => [name, fits(part, null) ? null : made[name]]),
    )
    return fits(schema, least) ? least : made
  }
  if (element) {
    const one = sampleOf(element)
    return fits(schema, [one]) ? [one] : [one, one]
  }
  if (entries) return Object.values(entries)[0]
  if (values) return values[0]
  if (innerType) return sampleOf(innerType)
  const parts = [...(options ?? []), ...[def.in, def.out].filter((part) => part !== undefined)]
  const made = parts
    .filter((part) => defOf(part).type !== 'transform')
    .map((part) => sampleOf(part))
  return (
    [...made, ...candidates].find((value) => fits(schema, value)) ?? (type === 'string' ? 'A' : 1)
  )
}

/** Whatever nobody would type: each is tried in each field. */
const oddValues: unknown[] = [
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', 'a\udfff', '\u202ea', '💥'.repeat(2000)],
  ...[-1, 0, 1.5, 1e308, Number.MAX_SAFE_INTEGER, 2 ** 31, '-1', '1e9', '99999999999', '0x10'],
  ...['NaN', 'Infinity', '2026-02-30', '2026-13-01', '0000-00-00', '+275760-09-13', '9999-12-31'],
  ...[
    null,
    true,
    [],
    {},
    [[[]]],
    { toString: 1 },
    { length: 3 },
    'x'.repeat(40_000),
    '../..',
    '%00',
  ],
]

/** Fields that no schema has, and such as every object has. */
const unknownFields =
  '"unknown":1,"__proto__":{"is_staff":true},"constructor":{"prototype":{"is_staff":true}},"hasOwnProperty":1'

type Path = (string | number)[]

function* leavesOf(value: unknown, path: Path = []): Generator<Path> {
  yield path
  if (typeof value !== 'object' || value === null) return
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  for (const [name, inner] of entries) yield* leavesOf(inner, [...path, name])
}

function replaced(value: unknown, [name, ...rest]: Path, by: unknown): unknown {
  if (name === undefined) return by
  if (Array.isArray(value))
    return value.map((one, at) => (at === name ? replaced(one, rest, by) : one))
  const fields = value as Record<string, unknown>
  return { ...fields, [name]: replaced(fields[name], rest, by) }
}

const asText = (value: unknown) => JSON.stringify(value) ?? 'null'
const withUnknownFields = (text: string) =>
  text.startsWith('{') ? text.replace('{', `{${unknownFields}${text === '{}' ? '' : ','}`) : text

/** Bodies that fit a schema but for one odd value, as they are sent; and one with fields that nobody knows. */
export function* oddBodies(schema: z.ZodMiniType | undefined): Generator<string> {
  const sample = schema ? sampleOf(schema) : {}
  yield asText(sample)
  yield withUnknownFields(asText(sample))
  for (const path of leavesOf(sample)) {
    for (const odd of oddValues) yield asText(replaced(sample, path, odd))
  }
}

/** The same for what stands in an address. */
export function* oddFields(schema: z.ZodMiniType | undefined): Generator<Record<string, string>> {
  const sample = (schema ? sampleOf(schema) : {}) as Record<string, unknown>
  const texts = (fields: object) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) =>
        value === null || value === undefined ? [] : [[name, String(value).toWellFormed()]],
      ),
    )
  yield texts(sample)
  for (const name of Object.keys(sample)) {
    for (const odd of oddValues) {
      if (typeof odd === 'object') continue
      yield { ...texts(sample), [name]: String(odd).toWellFormed().slice(0, 3000) }
    }
  }
}
