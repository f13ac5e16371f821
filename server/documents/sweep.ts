import type { Context } from '../context.ts'
import { sweepFolder } from '../uploads/sweep.ts'
import { documentsFolder } from './keep.ts'
import { storedKeys } from './queries.ts'

/** Removes pictures that no document names. */
export const sweepDocuments = (context: Context) =>
  sweepFolder(context, documentsFolder, storedKeys)
