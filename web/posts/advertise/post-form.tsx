import { ImagePlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { MAX_TEXT_LENGTH, MAX_TITLE_LENGTH, type Post, type PostForm } from '#contract/posts.ts'
import { Field, TextArea, TextField } from '../../ui/field.tsx'
import {
  ImageUploadStatus,
  imageInputProps,
  RemoveImageButton,
  UploadProgressBar,
} from '../../ui/image-upload.tsx'
import { Note } from '../../ui/note.tsx'
import { PostImage } from '../post-image.tsx'
import type { PostDraft } from './post-drafts.ts'
import { IMAGE_FIELD_ID, type PostFormState } from './use-post-form.ts'
import './post-form.css'

/** Shown above the fields when they come from a draft. */
export const RestoredNote = ({ draft, children }: { draft: PostDraft; children?: ReactNode }) => (
  <Note kind="information">
    What you wrote before is still here.
    {draft.pictured && ' Please choose the picture again.'} {children}
  </Note>
)

/** From this share of the limit on, the number of characters left is shown. */
const COUNTER_SHOWN_FROM = 0.8

function counterText(value: string, max: number): string | null {
  const length = value.trim().length
  if (length < max * COUNTER_SHOWN_FROM) return null
  const rest = Math.abs(max - length)
  const noun = rest === 1 ? 'character' : 'characters'
  return length > max ? `${rest} ${noun} too many` : `${rest} ${noun} left`
}

/** Title, description and image of a new or an existing post. */
export function PostFields({ state, post }: { state: PostFormState; post?: Post }) {
  const { form, typed, busy, image } = state
  const field = (name: keyof PostForm, max: number) => {
    const counter = counterText(typed[name], max)
    return {
      id: name,
      dir: 'auto',
      readOnly: busy,
      'aria-required': true,
      error: form.formState.errors[name]?.message,
      aside: counter && <p className="hint tabular nowrap">{counter}</p>,
      ...form.register(name, { onChange: () => form.clearErrors(name) }),
    }
  }
  return (
    <>
      <TextField
        label="Title"
        hint="What it is, in a few words."
        autoComplete="off"
        {...field('title', MAX_TITLE_LENGTH)}
      />
      <TextArea
        className="post-description"
        label="Description"
        hint="What, how much, where and when. Everyone here can read it."
        rows={6}
        {...field('description', MAX_TEXT_LENGTH)}
      />
      <ImageField post={post} image={image} disabled={busy} />
    </>
  )
}

interface ImageFieldProps {
  /** The existing post, for its current image. */
  post: Post | undefined
  image: PostFormState['image']
  disabled: boolean
}

/** An optional image with its preview. */
function ImageField({ post, image, disabled }: ImageFieldProps) {
  const { state } = image
  const hasImage = post !== undefined && post.image_sizes.length > 0
  const isBad = state.status === 'rejected'
  const classes = [
    'image-strip',
    isBad && 'error',
    // A replacement image is shown uncropped.
    post && state.status === 'ready' && 'uncropped',
  ]
  return (
    <Field
      id={IMAGE_FIELD_ID}
      label="Image"
      optional
      hint="JPEG, PNG or WebP. Large pictures are made smaller before sending."
      error={isBad ? state.message : undefined}
    >
      {(control) => (
        <div className={classes.filter(Boolean).join(' ')}>
          {state.status === 'ready' && (
            <img
              src={state.previewUrl}
              alt="What you have chosen"
              onError={({ currentTarget }) => {
                currentTarget.hidden = true
              }}
            />
          )}
          {state.status !== 'ready' && post && (
            <PostImage post={post} sizes="(min-width: 980px) 700px, 100vw" />
          )}
          <div className="row">
            <ImagePlus className="icon" aria-hidden="true" />
            <span className="image-status" role="status">
              <ImageUploadStatus
                upload={image}
                invitation={`Take or choose ${hasImage ? 'another' : 'a'} picture`}
              />
            </span>
            {!disabled && <RemoveImageButton upload={image} inputId={IMAGE_FIELD_ID} />}
          </div>
          <input {...control} {...imageInputProps(image)} disabled={disabled} />
        </div>
      )}
    </Field>
  )
}

export const PostUploadProgress = ({ state, label }: { state: PostFormState; label: string }) =>
  state.progress &&
  state.progress !== 'starting' && <UploadProgressBar label={label} progress={state.progress} />
