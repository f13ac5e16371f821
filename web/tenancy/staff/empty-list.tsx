import { DarkWindowRow } from '../../art/dark-windows.tsx'

/** Nobody, or nothing, where a list would be. */
export const EmptyList = ({ title, text }: { title: string; text: string }) => (
  <section className="plate narrow space-above" aria-labelledby="empty-list">
    <DarkWindowRow />
    <div className="pad stack-small">
      <h2 id="empty-list">{title}</h2>
      <p className="muted">{text}</p>
    </div>
  </section>
)
