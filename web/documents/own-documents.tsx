import { useQuery } from '@tanstack/react-query'
import { listDocuments } from '#contract/documents.ts'
import { query } from '../api.ts'
import { Documents } from './documents.tsx'

/** What one handed in when moving in; nothing at all for those who never did. */
export function OwnDocuments({ name }: { name: string }) {
  const { data } = useQuery(query(listDocuments, {}))
  if (!data || data.length === 0) return null
  return (
    <div className="profile">
      <Documents documents={data} name={name} />
    </div>
  )
}
