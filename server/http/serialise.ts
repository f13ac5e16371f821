import type { FastifySerializerCompiler } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type * as z from 'zod/mini'

/** Removes everything from a value that its schema does not name; null where the schema removes nothing. */
type Pick = ((value: unknown) => unknown) | null

const scalars = new Set([
  'string',
  'number',
  'int',
  'boolean',
  'null',
  'literal',
  'enum',
  'unknown',
])

/** The parts of zod's definitions that are read here. */
interface Definition {
  type: string
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  options?: z.ZodMiniType[]
  catchall?: unknown
}

function pickOf(schema: z.ZodMiniType): Pick {
  const { type, shape, element, innerType, options, catchall } = schema._zod.def as Definition
  if (scalars.has(type)) return null
  if (type === 'object' && shape && !catchall) return pickOfObject(shape)
  if (type === 'array' && element) {
    const pick = pickOf(element)
    return pick && ((value) => (value as unknown[]).map(pick))
  }
  if ((type === 'nullable' || type === 'optional' || type === 'readonly') && innerType) {
    const pick = pickOf(innerType)
    return pick && ((value) => (value === null || value === undefined ? value : pick(value)))
  }
  if (type === 'union' && options?.every((option) => pickOf(option) === null)) return null
  // Other types are rare in replies, so zod handles them itself.
  return (value) => schema.parse(value)
}

function pickOfObject(shape: Record<string, z.ZodMiniType>): Pick {
  const fields = Object.entries(shape).map(([name, field]) => ({ name, pick: pickOf(field) }))
  return (value) => {
    const picked: Record<string, unknown> = {}
    for (const { name, pick } of fields) {
      const given = (value as Record<string, unknown>)[name]
      if (given !== undefined) picked[name] = pick ? pick(given) : given
    }
    return picked
  }
}

/** Writes replies with only what their schema names, several times faster than zod, which also checks them. */
const pickingCompiler: FastifySerializerCompiler<z.ZodMiniType> = ({ schema }) => {
  const pick = pickOf(schema)
  return (reply) => JSON.stringify(pick ? pick(reply) : reply)
}

/** Runs both serialisers and compares them, so that every reply of every test is checked. */
const checkingCompiler: FastifySerializerCompiler<z.ZodMiniType> = (route) => {
  const write = pickingCompiler(route)
  const check = serializerCompiler(route as Parameters<typeof serializerCompiler>[0])
  return (reply) => {
    const [written, checked] = [write(reply), check(reply)]
    if (written !== checked) throw new Error(`The reply would be ${written}, but is ${checked}`)
    return checked
  }
}

/** @param checked whether zod also checks every reply */
export const replyCompiler = (checked: boolean) => (checked ? checkingCompiler : pickingCompiler)
