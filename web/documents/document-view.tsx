import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { linkDocument } from '#contract/documents.ts'
import { errorMessage } from '../ui/error-message.ts'
import { LoadError } from '../ui/load-error.tsx'
import '../ui/confirm-dialog.css'
import { query } from '../api.ts'

interface Props {
  id: number
  title: string
  onClose: () => void
}

const failed_words = 'The document could not be opened.'

/** One document, by a link that is made for this look and soon expires. */
export function DocumentView({ id, title, onClose }: Props) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [broken, setBroken] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])
  const { data, error, isFetching, refetch } = useQuery({
    ...query(linkDocument, { params: { id: String(id) } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const failed = error ? errorMessage(error, failed_words) : broken ? failed_words : null
  return (
    <dialog ref={dialog} className="question document" aria-labelledby={titleId} onClose={onClose}>
      <div className="stack">
        <h2 id={titleId}>{title}</h2>
        {failed ? (
          <LoadError
            message={failed}
            onRetry={() => {
              setBroken(false)
              void refetch()
            }}
          />
        ) : data && !isFetching ? (
          <img src={data.url} alt={title} onError={() => setBroken(true)} />
        ) : (
          <p role="status">Loading...</p>
        )}
        <p className="small muted">This view is logged with your name.</p>
        <button type="button" className="button secondary" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  )
}
