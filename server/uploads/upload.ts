import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'

/** An image that somebody sent, as it came: to be believed in nothing. Gone after the reply. */
export interface Upload {
  /** The form's name for it. */
  field: string
  path: string
  bytes: number
}

export const most_upload_bytes = 10 * 1024 * 1024

/** Where what is coming in lies until it has been answered. */
export const uploadingFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string =>
  join(dataDir, 'uploading')

/** At start: whatever a killed process left behind belongs to nobody. */
export function clearUploading(config: Pick<Config, 'dataDir'>): void {
  const folder = uploadingFolder(config)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}
