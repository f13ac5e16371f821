import type { LucideIcon } from 'lucide-react'

export interface Feature {
  title: string
  text: string
  Icon: LucideIcon
  picture: string
  soon?: boolean
  /** The wide room of a floor carries the floor's name on its wall. */
  wide?: { floor: string; flip: boolean }
}

/** One feature is one room: a picture, and words on the painted wall. */
export function FeatureRoom({ title, text, Icon, picture, soon, wide }: Feature) {
  return (
    <li className={wide ? `room-cell wide${wide.flip ? ' flip' : ''}` : 'room-cell'}>
      <div className="picture">
        <img src={picture} alt="" width="320" height="220" loading="lazy" decoding="async" />
      </div>
      <div className="caption">
        {wide && (
          <p className="display sign" aria-hidden="true">
            {wide.floor}
          </p>
        )}
        <Icon className="icon" aria-hidden="true" />
        <h3>{title}</h3>
        <p>{text}</p>
        {soon && <span className="tag warn">coming soon</span>}
      </div>
    </li>
  )
}
