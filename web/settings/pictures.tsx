import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { getCompany } from '#contract/company.ts'
import { changePicture, getPictures, type pictureKinds, removePicture } from '#contract/pictures.ts'
import { call, query } from '../api.ts'
import { Permitted } from '../permission.tsx'
import { Button } from '../ui/button.tsx'
import { PictureButton, PictureError, shrunk } from '../ui/picture-button.tsx'
import { useAction } from '../ui/use-action.ts'

type Kind = (typeof pictureKinds)[number]

const texts: Record<Kind, { title: string; hint: string; none: string }> = {
  logo: {
    title: 'Logo',
    hint: 'Shown on the move-in form, receipts and statements. A square picture fits best.',
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
  const params = { kind }
  const { run, busy, error, result } = useAction(
    async (file: File | null) => {
      if (!file) return call(removePicture, { params })
      const picture = await shrunk(file)
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
        <div className="row wrap">
          <PictureButton
            name={title}
            label={path ? 'Choose another' : 'Choose a picture'}
            busy={busy}
            onPicked={(file) => void run(file)}
          />
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
      {error && <PictureError error={error} />}
      <p role="status" className="visually-hidden">
        {result && 'Saved.'}
      </p>
    </section>
  )
}
