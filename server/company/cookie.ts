import type { FastifyReply } from 'fastify'
import type { Config } from '../config.ts'

/** Holds the slug of the company whose pages the browser shows. */
export const COMPANY_COOKIE = 'bweni_company'
const ONE_YEAR_S = 365 * 24 * 60 * 60

export const setCompanyCookie = (reply: FastifyReply, config: Config, slug: string) =>
  reply.setCookie(COMPANY_COOKIE, slug, {
    path: '/',
    sameSite: 'lax',
    httpOnly: true,
    secure: config.secureCookies,
    maxAge: ONE_YEAR_S,
  })
