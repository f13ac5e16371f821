import { useQuery } from '@tanstack/react-query'
import { listDocuments } from '#contract/documents.ts'
import { query } from '../api.ts'
import { Failed } from '../ui/failed.tsx'
import { Documents } from './documents.tsx'

/** What one handed in when moving in; nothing at all for those who never did. */
export function OwnDocuments({ name }: { name: string }) {
  const { data, error, refetch } = useQuery(query(listDocuments, {}))
  if (error && !data) {
    return <Failed message="Your documents could not be fetched." again={() => void refetch()} />
  }
  if (!data || data.length === 0) return null
  return (
    <div className="profile">
      <Documents documents={data} name={name} />
    </div>
  )
}
