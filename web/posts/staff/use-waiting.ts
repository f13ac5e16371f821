import { useQuery } from '@tanstack/react-query'
import { countModeration } from '#contract/moderation.ts'
import { query } from '../../api.ts'

/** People write while staff are looking. */
export const look_again_ms = 30_000

/** How much waits for staff. */
export const useWaiting = () =>
  useQuery({ ...query(countModeration, {}), refetchInterval: look_again_ms })
