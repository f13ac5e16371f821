import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileImage } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import {
  addDocument,
  type Document,
  type DocumentKind,
  type DocumentOfTenant,
  documentKind,
  linkDocument,
} from '#contract/documents.ts'
import { getTenant } from '#contract/tenants.ts'
import { formatDateTime, formatRecent } from '#rules/calendar.ts'
import { call, query } from '../api.ts'
import { errorMessage } from '../ui/error-message.ts'
import { LoadError } from '../ui/load-error.tsx'
import { PictureButton, PictureError, shrunk } from '../ui/picture-button.tsx'
import { useAction } from '../ui/use-action.ts'
import '../ui/confirm-dialog.css'

const kindLabels: Record<DocumentKind, string> = { photo: 'Photo', id_photo: 'ID photo' }

const first: Record<DocumentKind, string> = { photo: 'Add a photo', id_photo: 'Add an ID photo' }
const again: Record<DocumentKind, string> = {
  photo: 'Add another photo',
  id_photo: 'Add another ID photo',
}

interface Props {
  documents: Document[] | DocumentOfTenant[]
  /** The tenant's name. */
  name: string
  /** The tenant's id where staff may add pictures. */
  addTo?: number
}

/** A tenant's photo and ID scan, opened one at a time. */
export function Documents({ documents, name, addTo }: Props) {
  const client = useQueryClient()
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
            {documents.map(({ id, kind, created_at, ...document }) => (
              <li key={id} className="row between wrap">
                <div>
                  <b>{kindLabels[kind]}</b>
                  <p className="small muted tabular">{formatDateTime(new Date(created_at))}</p>
                  {'last_view' in document && <LastView view={document.last_view} />}
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
      {addTo !== undefined && <AddDocument tenant={addTo} documents={documents} />}
      {opened && (
        <DocumentDialog
          id={opened.id}
          title={`${kindLabels[opened.kind]} of ${name}`}
          onClose={() => {
            setOpenedId(null)
            void client.invalidateQueries({ queryKey: [getTenant.path] })
          }}
        />
      )}
    </section>
  )
}

function LastView({ view }: { view: DocumentOfTenant['last_view'] }) {
  if (!view) return null
  return (
    <p className="small muted tabular last-view">
      Last viewed by {view.by}, {formatRecent(new Date(view.at), new Date())}
    </p>
  )
}

/** Adds documents for a tenant who moved in without pictures, or with a bad one. */
function AddDocument({ tenant, documents }: { tenant: number; documents: Document[] }) {
  const { run, busy, input, error } = useAction(
    async ({ kind, file }: { kind: DocumentKind; file: File }) =>
      call(addDocument, {
        params: { id: String(tenant), kind },
        body: {},
        files: { picture: await shrunk(file) },
      }),
    { changes: [getTenant] },
  )
  return (
    <>
      <div className="row wrap">
        {documentKind.options.map((kind) => (
          <PictureButton
            key={kind}
            name={kindLabels[kind]}
            label={documents.some((one) => one.kind === kind) ? again[kind] : first[kind]}
            busy={busy && input?.kind === kind}
            onPicked={(file) => void run({ kind, file })}
          />
        ))}
      </div>
      {error && <PictureError error={error} />}
    </>
  )
}

interface DocumentDialogProps {
  id: number
  title: string
  onClose: () => void
}

const OPEN_FAILED = 'This document couldn’t be opened.'

/** Shows a document through a link that is created for each view and expires soon. */
export function DocumentDialog({ id, title, onClose }: DocumentDialogProps) {
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
