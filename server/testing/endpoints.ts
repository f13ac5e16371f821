import * as auth from '#contract/auth.ts'
import * as company from '#contract/company.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as payments from '#contract/payments.ts'
import * as pretend from '#contract/pretend-daraja.ts'
import * as tenancy from '#contract/tenancy.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'who' in value

const endpointsOf = (...modules: object[]): Endpoint[] =>
  modules.flatMap((module) => Object.values(module).filter(isEndpoint))

/** Everything the API answers. */
export const apiEndpoints = endpointsOf(auth, company, payments, tenancy)

/** What the pretend phone calls; only there with the pretend M-Pesa. */
export const pretendEndpoints = endpointsOf(pretend)
