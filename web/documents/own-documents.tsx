import { useQuery } from '@tanstack/react-query'
import { listDocuments } from '#contract/documents.ts'
import { query } from '../api.ts'
import { LoadError } from '../ui/load-error.tsx'
import { Documents } from './documents.tsx'

/** The user's own documents; nothing for a user without any. */
export function OwnDocuments({ name }: { name: string }) {
  const { data, error, refetch } = useQuery(query(listDocuments, {}))
  if (error && !data) {
    return <LoadError message="Your documents couldn’t be loaded." onRetry={() => void refetch()} />
  }
  if (!data || data.length === 0) return null
  return (
    <div className="profile">
      <Documents documents={data} name={name} />
    </div>
  )
}
