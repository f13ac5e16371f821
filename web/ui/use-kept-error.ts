import { useState } from 'react'

/**
 * The error of a query. Without data it is kept while the query is asked again, so that neither the message nor a link in it is
 * replaced while someone presses it. For queries that are asked again by themselves, in a component with the key of the query.
 */
export function useKeptError({ data, error }: { data: unknown; error: Error | null }) {
  const [failure, setFailure] = useState(error)
  if (error && error !== failure) setFailure(error)
  return data === undefined ? failure : error
}
