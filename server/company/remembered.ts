import type { FastifyReply } from 'fastify'
import type { Config } from '../config.ts'

/** Which residence a browser looks at; a slug, nothing about a person. */
export const companyCookie = 'bweni_company'
const a_year_s = 365 * 24 * 60 * 60

/** Makes a residence the one whose pages this browser sees from now on. */
export const rememberCompany = (reply: FastifyReply, config: Config, slug: string) =>
  reply.setCookie(companyCookie, slug, {
    path: '/',
    sameSite: 'lax',
    httpOnly: true,
    secure: config.secureCookies,
    maxAge: a_year_s,
  })
