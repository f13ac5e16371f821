import { DarkWindowRow } from '../look/dark-windows.tsx'
import type { Shown } from './paths.ts'

const words: Record<Shown, { title: string; text: string }> = {
  open: {
    title: 'Nothing waits here',
    text: 'Every payment has found its account. What needs a person shows here by itself.',
  },
  closed: {
    title: 'Nothing yet',
    text: 'What was credited, attached or dismissed at this desk is kept here.',
  },
}

export const EmptyDesk = ({ shown }: { shown: Shown }) => (
  <section className="plate" aria-labelledby="empty-desk">
    <DarkWindowRow />
    <div className="pad stack-small">
      <h2 id="empty-desk">{words[shown].title}</h2>
      <p className="muted">{words[shown].text}</p>
    </div>
  </section>
)
