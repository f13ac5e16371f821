import { Droplets, type LucideIcon, Shield, Shirt, Trees, Tv, Wifi } from 'lucide-react'
import type { Facility } from '#contract/company.ts'
import { useCompany } from '../layout/root-data.ts'
import courtyard from './scenes/courtyard.svg?url'
import gate from './scenes/gate.svg?url'
import laundry from './scenes/laundry.svg?url'
import tv from './scenes/tv.svg?url'
import water from './scenes/water.svg?url'
import wifi from './scenes/wifi.svg?url'

interface Feature {
  facility: Facility
  title: string
  text: string
  Icon: LucideIcon
  picture: string
  /** The wide cell of a floor also shows the floor's name. */
  wide?: { floor: string; flip: boolean }
}

const BUNDLES = 'Buy a bundle in the chat; your code arrives within a minute.'

const roof: Feature[] = [
  {
    facility: 'laundry',
    title: 'Laundry',
    text: 'A place to wash and dry your clothes.',
    Icon: Shirt,
    picture: laundry,
    wide: { floor: 'Roof', flip: false },
  },
  {
    facility: 'hot_water',
    title: 'Water and hot showers',
    text: 'Water supply with hot water for your shower.',
    Icon: Droplets,
    picture: water,
  },
]
const upstairs: Feature[] = [
  {
    facility: 'wifi',
    title: 'Fast wifi',
    text: 'For your phone and your laptop.',
    Icon: Wifi,
    picture: wifi,
  },
  {
    facility: 'tv_room',
    title: 'Communal TV room',
    text: 'For match nights and film nights with your neighbours.',
    Icon: Tv,
    picture: tv,
    wide: { floor: 'Upstairs', flip: true },
  },
]
const ground: Feature[] = [
  {
    facility: 'safety',
    title: 'Safety',
    text: 'A safe place to come home to, by day and by night.',
    Icon: Shield,
    picture: gate,
  },
  {
    facility: 'green',
    title: 'Green places to rest',
    text: 'Shade for reading, talking or doing nothing at all.',
    Icon: Trees,
    picture: courtyard,
    wide: { floor: 'Ground', flip: false },
  },
]

const house = [
  { name: 'Roof', className: 'floor top', rooms: roof },
  { name: 'Upstairs', className: 'floor middle', rooms: upstairs },
  { name: 'Ground', className: 'floor bottom', rooms: ground },
]

/** The floors with this residence's facilities. A facility that is alone on its floor fills it. */
function floorsWith(facilities: readonly Facility[]) {
  return house.flatMap(({ name, className, rooms }) => {
    const there = rooms.filter(({ facility }) => facilities.includes(facility))
    const [only] = there
    if (!only) return []
    return there.length > 1
      ? [{ className, rooms: there }]
      : [
          {
            className: `${className} single`,
            rooms: [{ ...only, wide: only.wide ?? { floor: name, flip: false } }],
          },
        ]
  })
}

/** The residence's facilities, drawn as a cross-section of a house. */
export function Features({
  laundrySoon,
  wifiOnSale,
}: Record<'laundrySoon' | 'wifiOnSale', boolean>) {
  const { name, facilities } = useCompany()
  const floors = floorsWith(facilities)
  if (floors.length === 0) return null
  return (
    <section className="page section" aria-labelledby="inside">
      <div className="section-head">
        <h2 id="inside">What’s inside</h2>
        <p className="muted">What you’ll find at {name}.</p>
      </div>
      <div className="roofline">
        <svg aria-hidden="true" viewBox="0 0 120 46" fill="currentColor">
          <path d="M10 10q15-8 30 0v34H10zm45 0q15-8 30 0v34H55zM4 42h88v4H4z" />
        </svg>
        <svg
          aria-hidden="true"
          viewBox="0 0 60 46"
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
        >
          <path d="M30 46V4M12 8h36M18 18h24M22 28h16" />
        </svg>
      </div>
      <div className="parapet" />
      <div className="features">
        {floors.map(({ className, rooms }) => (
          <ul key={className} className={className}>
            {rooms.map((room) => (
              <FeatureCell
                key={room.facility}
                {...room}
                text={room.facility === 'wifi' && wifiOnSale ? BUNDLES : room.text}
                soon={room.facility === 'laundry' && laundrySoon}
              />
            ))}
          </ul>
        ))}
      </div>
      <div className="plinth" />
    </section>
  )
}

function FeatureCell({ title, text, Icon, picture, wide, soon }: Feature & { soon: boolean }) {
  return (
    <li className={wide ? `feature wide${wide.flip ? ' mirrored' : ''}` : 'feature'}>
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
        {soon && <span className="tag warning">coming soon</span>}
      </div>
    </li>
  )
}
