import type * as z from 'zod/mini'
import type { Permission } from '#rules/staff-roles.ts'

/** Who may call an endpoint; of staff, those whose role has the permission. Whether the row is theirs is checked in the handler. */
type Who = 'anyone' | 'user' | `staff:${Permission}`

/** The permission that an endpoint for staff asks for; null for any other. */
export const permissionFor = ({ who }: Pick<Endpoint, 'who'>): Permission | null =>
  who === 'anyone' || who === 'user' ? null : (who.slice('staff:'.length) as Permission)

/** The one definition of an API call: the server implements it, the browser and the tests call it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api`; the trailing slash is optional in requests. */
  path: `/${string}`
  who: Who
  /** Words for the log when staff try this without permission: `change a room`. */
  tries?: string
  summary: string
  /** The status of a successful reply; 200 by default. */
  status?: 200 | 201 | 204
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  body?: z.ZodMiniType
  /** Names of the files (images, or a table) of a multipart form, which is sent instead of JSON. */
  files?: readonly string[]
  reply?: z.ZodMiniType
  /** The media type of a reply that is a file, whole or in pieces of text. */
  file?: string
  /** Schema of one line of a reply that is streamed as NDJSON. */
  lines?: z.ZodMiniType
  /** Not in the OpenAPI document: hooks that only Safaricom may know. */
  hidden?: boolean
}

type Input<S> = S extends z.ZodMiniType ? z.input<S> : undefined
type Output<S> = S extends z.ZodMiniType ? z.output<S> : undefined

/** A `Blob`; its type is not available here, without the DOM. */
export interface FormFile {
  readonly size: number
  readonly type: string
}

/** The files of a form, by name. */
type FilesOf<E extends Endpoint, File> = E['files'] extends readonly (infer Name extends string)[]
  ? { [name in Name]?: File }
  : undefined

/** The input of a call, before parsing. */
export type CallInput<E extends Endpoint> = (E['params'] extends z.ZodMiniType
  ? { params: Input<E['params']> }
  : { params?: undefined }) &
  (E['query'] extends z.ZodMiniType ? { query?: Input<E['query']> } : { query?: undefined }) &
  (E['body'] extends z.ZodMiniType ? { body: Input<E['body']> } : { body?: undefined }) & {
    files?: FilesOf<E, FormFile>
  }

/** The parsed input of a handler. */
export interface ServedInput<E extends Endpoint, File = undefined> {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
  files: FilesOf<E, File>
}

/** The return type of a handler. */
export type Reply<E extends Endpoint> = E['reply'] extends z.ZodMiniType
  ? z.input<E['reply']> | Promise<z.input<E['reply']>>
  : E['file'] extends string
    ? Promise<Uint8Array | AsyncIterable<string>>
    : E['lines'] extends z.ZodMiniType
      ? Promise<AsyncIterable<z.input<E['lines']>>>
      : Promise<void>

/** The parsed reply of a call. */
export type Received<E extends Endpoint> = E['reply'] extends z.ZodMiniType
  ? z.output<E['reply']>
  : undefined

/** An endpoint that not all of the staff may use has words for those who try. */
type Refusable<E extends Endpoint> = E['who'] extends 'anyone' | 'user' | 'staff:view'
  ? unknown
  : { tries: string }

export const endpoint = <const E extends Endpoint>(definition: E & Refusable<E>): E => definition

/** The input of a call to any endpoint. */
export interface AnyInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  files?: Record<string, FormFile | undefined> | undefined
}

/** The path of an endpoint with its params filled in. */
export function pathOf(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])))
}

/** The fields and files of a form that have a value. */
function formOf(body: unknown, files: AnyInput['files'] = {}): [string, string | FormFile][] {
  const fields = Object.entries(body ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]): [string, string] => [name, String(value)])
  // Files last, so that the server has the fields before them.
  return [
    ...fields,
    ...Object.entries(files).flatMap(([name, file]) => (file ? [pair(name, file)] : [])),
  ]
}
const pair = (name: string, file: FormFile): [string, FormFile] => [name, file]

/** The HTTP request of a call; the path is below `/api`. */
export function requestOf(endpoint: Endpoint, { params, query = {}, body, files }: AnyInput) {
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
  return {
    method: endpoint.method,
    path: pathOf(endpoint.path, params) + (search && `?${search}`),
    /** JSON, unless it is a form. */
    body: endpoint.files || body === undefined ? undefined : JSON.stringify(body),
    /** Fields and files of a form. */
    form: endpoint.files ? formOf(body, files) : undefined,
  }
}
