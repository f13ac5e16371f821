import type { ReactNode } from 'react'
import { HouseAtDusk } from '../art/house-at-dusk.tsx'
import { Brand } from '../layout/brand.tsx'
import { NoScripts } from '../layout/no-scripts.tsx'
import './auth.css'

interface Props {
  /** A Swahili greeting, shown on the picture on wide screens. */
  greeting: string
  translation: string
  title: string
  intro: ReactNode
  children: ReactNode
}

/** Pages for signing in: a picture on one side, a form on the other. */
export const AuthLayout = ({ greeting, translation, title, intro, children }: Props) => (
  <div className="auth">
    <header className="auth-art">
      <HouseAtDusk view="close" />
      <Brand onDusk />
      <p className="auth-greeting display">
        {greeting}
        <span>{translation}</span>
      </p>
    </header>
    <main className="auth-main stack">
      <div>
        <h1>{title}</h1>
        <p className="auth-intro muted">{intro}</p>
      </div>
      <NoScripts />
      {children}
    </main>
  </div>
)
