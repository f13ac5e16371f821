import { readdirSync } from 'node:fs'
import type { Endpoint } from '#contract/endpoint.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'who' in value

/** Reads every module of the contract, so that a new one cannot be forgotten. */
const modules: Record<string, unknown>[] = await Promise.all(
  readdirSync(new URL('../../contract/', import.meta.url))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => import(`../../contract/${file.slice(0, -3)}.ts`)),
)
const all = modules.flatMap((module) => Object.values(module).filter(isEndpoint))
const isOfSimulator = (endpoint: Endpoint) => endpoint.path.startsWith('/pretend-daraja')

/** Every endpoint of the API. */
export const apiEndpoints = all.filter((endpoint) => !isOfSimulator(endpoint))

/** The calls of the simulator's phone page. */
export const simulatorEndpoints = all.filter(isOfSimulator)

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
