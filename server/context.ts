import type { FastifyBaseLogger } from 'fastify'
import type { LanguageModel } from './assistant/model.ts'
import type { Config } from './config.ts'
import type { Database, Db } from './db/connect.ts'
import type { Throttles } from './http/throttle.ts'
import type { Mail } from './mail.ts'
import type { Daraja } from './payments/daraja.ts'
import type { Sockets } from './socket/sockets.ts'
import type { Storage } from './uploads/storage.ts'

/** The dependencies of handlers and jobs; built in start.ts and passed as a plain object. */
export interface Context {
  config: Config
  database: Database
  db: Db
  daraja: Daraja
  /** Null without a key. */
  languageModel: LanguageModel | null
  mail: Mail
  sockets: Sockets
  throttles: Throttles
  storage: Storage
  jwtSecret: Uint8Array
  /** The secret path segment of the paybill hooks, made once per installation. */
  hookSecret: string
  /** The secret from which the key that signs letters is made, one per installation. */
  letterSecret: string
  log: FastifyBaseLogger
  now(): Date
}
