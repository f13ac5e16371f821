import { FileImage } from 'lucide-react'
import { useState } from 'react'
import type { Document, DocumentKind } from '#contract/documents.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { DocumentView } from './document-view.tsx'

const kindWords: Record<DocumentKind, string> = { photo: 'Photo', id_photo: 'ID photo' }

interface Props {
  documents: Document[]
  /** Whose they are. */
  name: string
}

/** The photo and the ID scan; each is opened one at a time, by a link of its own. */
export function Documents({ documents, name }: Props) {
  const [opened, setOpened] = useState<number | null>(null)
  const shown = documents.find(({ id }) => id === opened)
  return (
    <section className="plate pad stack-small" aria-labelledby="documents">
      <h2 id="documents">Documents</h2>
      {documents.length === 0 ? (
        <p className="muted">No photo and no ID photo were handed in.</p>
      ) : (
        <>
          <ul className="stack-small">
            {documents.map(({ id, kind, created_at }) => (
              <li key={id} className="row between wrap">
                <div>
                  <b>{kindWords[kind]}</b>
                  <p className="small muted tabular">{formatDateTime(new Date(created_at))}</p>
                </div>
                <button
                  type="button"
                  className="button secondary compact"
                  onClick={() => setOpened(id)}
                >
                  <FileImage className="icon" aria-hidden="true" />
                  Open<span className="visually-hidden"> {kindWords[kind]}</span>
                </button>
              </li>
            ))}
          </ul>
          <p className="small muted">Each view is logged with your name.</p>
        </>
      )}
      {shown && (
        <DocumentView
          id={shown.id}
          title={`${kindWords[shown.kind]} of ${name}`}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  )
}
