import { useQuery } from '@tanstack/react-query'
import { FileImage } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { type Document, type DocumentKind, linkDocument } from '#contract/documents.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { query } from '../api.ts'
import { errorMessage } from '../ui/error-message.ts'
import { LoadError } from '../ui/load-error.tsx'
import '../ui/confirm-dialog.css'

const kindLabels: Record<DocumentKind, string> = { photo: 'Photo', id_photo: 'ID photo' }

interface Props {
  documents: Document[]
  /** The tenant's name. */
  name: string
}

/** A tenant's photo and ID scan, opened one at a time. */
export function Documents({ documents, name }: Props) {
  const [openedId, setOpenedId] = useState<number | null>(null)
  const opened = documents.find(({ id }) => id === openedId)
  return (
    <section className="plate padded stack-small" aria-labelledby="documents">
      <h2 id="documents">Documents</h2>
      {documents.length === 0 ? (
        <p className="muted">No photo or ID photo uploaded.</p>
      ) : (
        <>
          <ul className="stack-small">
            {documents.map(({ id, kind, created_at }) => (
              <li key={id} className="row between wrap">
                <div>
                  <b>{kindLabels[kind]}</b>
                  <p className="small muted tabular">{formatDateTime(new Date(created_at))}</p>
                </div>
                <button
                  type="button"
                  className="button secondary compact"
                  onClick={() => setOpenedId(id)}
                >
                  <FileImage className="icon" aria-hidden="true" />
                  Open<span className="visually-hidden"> {kindLabels[kind]}</span>
                </button>
              </li>
            ))}
          </ul>
          <p className="small muted">Each view is logged with your name.</p>
        </>
      )}
      {opened && (
        <DocumentDialog
          id={opened.id}
          title={`${kindLabels[opened.kind]} of ${name}`}
          onClose={() => setOpenedId(null)}
        />
      )}
    </section>
  )
}

interface DocumentDialogProps {
  id: number
  title: string
  onClose: () => void
}

const OPEN_FAILED = 'This document couldn’t be opened.'

/** Shows a document through a link that is made for each view and expires soon. */
function DocumentDialog({ id, title, onClose }: DocumentDialogProps) {
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
  const failure = error ? errorMessage(error, OPEN_FAILED) : broken ? OPEN_FAILED : null
  return (
    <dialog ref={dialog} className="question document" aria-labelledby={titleId} onClose={onClose}>
      <div className="stack">
        <h2 id={titleId}>{title}</h2>
        {failure ? (
          <LoadError
            message={failure}
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
