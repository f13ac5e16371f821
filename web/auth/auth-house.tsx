import type { ReactNode } from 'react'
import { Brand } from '../layout/brand.tsx'
import { HouseAtDusk } from '../look/house-at-dusk.tsx'

/** The way in: the house on one side, a form on the other. */
export const AuthHouse = ({
  greeting,
  meaning,
  children,
}: {
  greeting: string
  meaning: string
  children: ReactNode
}) => (
  <div className="auth">
    <header className="auth-art">
      <HouseAtDusk view="close" />
      <Brand onDusk />
      <p className="kanga display">
        {greeting}
        <span>{meaning}</span>
      </p>
    </header>
    <main className="auth-main stack">{children}</main>
  </div>
)
