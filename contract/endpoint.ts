import type * as z from 'zod/mini'

/** Who may call an endpoint at all; what belongs to whom is decided in the handler. */
type Who = 'anyone' | 'user' | 'staff'

/** One call of the API, said once: the server serves it, the browser and the tests call it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api`, as the spec spells it; the trailing slash is optional when calling. */
  path: `/${string}`
  who: Who
  summary: string
  /** Of the successful reply; 200 unless told. */
  status?: 200 | 201 | 204
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  body?: z.ZodMiniType
  /** Sent as a form (multipart) instead of JSON; names the images that may come with it. */
  files?: readonly string[]
  reply?: z.ZodMiniType
  /** The media type, when a file is answered instead of JSON. */
  file?: string
  /** One line of the answer, when it comes line by line (NDJSON) instead of whole. */
  lines?: z.ZodMiniType
  /** Kept out of the OpenAPI document (hooks that only Safaricom may know). */
  hidden?: boolean
}

type Input<S> = S extends z.ZodMiniType ? z.input<S> : undefined
type Output<S> = S extends z.ZodMiniType ? z.output<S> : undefined

/** A `Blob`, of which this room knows no more. */
export interface Image {
  readonly size: number
  readonly type: string
}

/** The images of a form, by name. */
type FilesOf<E extends Endpoint, File> = E['files'] extends readonly (infer Name extends string)[]
  ? { [name in Name]?: File }
  : undefined

/** What a caller hands over. */
export type CallInput<E extends Endpoint> = (E['params'] extends z.ZodMiniType
  ? { params: Input<E['params']> }
  : { params?: undefined }) &
  (E['query'] extends z.ZodMiniType ? { query?: Input<E['query']> } : { query?: undefined }) &
  (E['body'] extends z.ZodMiniType ? { body: Input<E['body']> } : { body?: undefined }) & {
    files?: FilesOf<E, Image>
  }

/** What a handler receives, already parsed. */
export interface ServedInput<E extends Endpoint, File = undefined> {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
  files: FilesOf<E, File>
}

/** What a handler returns. */
export type Reply<E extends Endpoint> = E['reply'] extends z.ZodMiniType
  ? z.input<E['reply']> | Promise<z.input<E['reply']>>
  : E['file'] extends string
    ? Promise<Uint8Array>
    : E['lines'] extends z.ZodMiniType
      ? Promise<AsyncIterable<z.input<E['lines']>>>
      : Promise<void>

/** What a caller gets back. */
export type Received<E extends Endpoint> = E['reply'] extends z.ZodMiniType
  ? z.output<E['reply']>
  : undefined

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

/** A caller's input whose shape no longer matters. */
export interface AnyInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  files?: Record<string, Image | undefined> | undefined
}

/** The path of an endpoint with its params filled in. */
export function pathOf(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])))
}

/** What is there of the fields and images of a form. */
function formOf(body: unknown, files: AnyInput['files'] = {}): [string, string | Image][] {
  const fields = Object.entries(body ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]): [string, string] => [name, String(value)])
  // Last, so that the fields are known before the images have come.
  return [
    ...fields,
    ...Object.entries(files).flatMap(([name, file]) => (file ? [pair(name, file)] : [])),
  ]
}
const pair = (name: string, file: Image): [string, Image] => [name, file]

/** What goes over the wire for a call; the path is below where the endpoints are served. */
export function requestOf(endpoint: Endpoint, { params, query = {}, body, files }: AnyInput) {
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
  return {
    method: endpoint.method,
    path: pathOf(endpoint.path, params) + (search && `?${search}`),
    /** JSON, when there is a body and it is no form. */
    body: endpoint.files || body === undefined ? undefined : JSON.stringify(body),
    /** Fields and images, when it is one. */
    form: endpoint.files ? formOf(body, files) : undefined,
  }
}
