/** Three windows coming on in turn, beside a word that says what is going on. */
export const BusyPanes = () => (
  <span className="panes" aria-hidden="true">
    <i />
    <i />
    <i />
  </span>
)
