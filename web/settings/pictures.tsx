import { useQuery } from '@tanstack/react-query'
import { Camera, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { getCompany } from '#contract/company.ts'
import { changePicture, getPictures, type pictureKinds, removePicture } from '#contract/pictures.ts'
import { IMAGE_TYPES } from '#rules/image.ts'
import { call, query } from '../api.ts'
import { Permitted } from '../permission.tsx'
import { Button } from '../ui/button.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { Note } from '../ui/note.tsx'
import { useAction } from '../ui/use-action.ts'

type Kind = (typeof pictureKinds)[number]

const texts: Record<Kind, { title: string; hint: string; none: string }> = {
  logo: {
    title: 'Logo',
    hint: 'At the head of the form for moving in. A square picture fits best.',
    none: 'No logo yet.',
  },
  picture: {
    title: 'Photo of the residence',
    hint: 'On the page “About us”. A wide picture fits best.',
    none: 'No photo yet.',
  },
}

/** The logo and a photo of the residence. */
export function Pictures() {
  const { data } = useQuery(query(getPictures, {}))
  return (
    data && (
      <div className="setting-fields">
        <PictureSetting kind="logo" path={data.logo} />
        <PictureSetting kind="picture" path={data.picture} />
      </div>
    )
  )
}

function PictureSetting({ kind, path }: { kind: Kind; path: string | null }) {
  const { title, hint, none } = texts[kind]
  const input = useRef<HTMLInputElement>(null)
  const params = { kind }
  const { run, busy, error, result } = useAction(
    async (file: File | null) => {
      if (!file) return call(removePicture, { params })
      const { shrinkImage } = await import('../ui/shrink-image.ts')
      const picture = await shrinkImage(file)
      return call(changePicture, { params, body: {}, files: { picture } })
    },
    { changes: [getPictures, getCompany] },
  )
  return (
    <section className="plate padded stack" aria-labelledby={`picture-${kind}`}>
      <div>
        <h2 id={`picture-${kind}`}>{title}</h2>
        <p className="small muted">{hint}</p>
      </div>
      {path ? (
        <img className={`setting-${kind}`} src={path} alt={title} />
      ) : (
        <p className="muted">{none}</p>
      )}
      <Permitted to="settings">
        <input
          type="file"
          hidden
          accept={IMAGE_TYPES.join(',')}
          aria-label={title}
          ref={input}
          onChange={({ target }) => {
            const file = target.files?.[0]
            // Otherwise choosing the same file again would not fire a change event.
            target.value = ''
            if (file) void run(file)
          }}
        />
        <div className="row wrap">
          <Button
            variant="secondary compact"
            icon={Camera}
            busy={busy}
            busyLabel="Sending..."
            onClick={() => !busy && input.current?.click()}
          >
            {path ? 'Choose another' : 'Choose a picture'}
          </Button>
          {path && (
            <Button
              variant="quiet danger-text compact"
              icon={Trash2}
              onClick={() => !busy && void run(null)}
            >
              Remove
            </Button>
          )}
        </div>
      </Permitted>
      {error && (
        <Note kind="error">
          {errorMessage(
            error,
            error.name === 'ImageError'
              ? error.message
              : 'The picture was not saved. Please try again.',
          )}
        </Note>
      )}
      <p role="status" className="visually-hidden">
        {result && 'Saved.'}
      </p>
    </section>
  )
}
