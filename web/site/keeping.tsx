const kept = [
  {
    what: 'Name, ID number, phone, e-mail address',
    why: 'To know who lives here, to reach you and to let you sign in. The ID number is your first password: please change it.',
  },
  {
    what: 'Registration number, college, faculty, year of study',
    why: 'Because the house is for students.',
  },
  {
    what: 'Somebody to call in an emergency, and who pays your rent',
    why: 'For an emergency, and for a question about a payment. For nothing else; please tell them that you named them.',
  },
  { what: 'Photo and ID', why: 'To know at the gate that you are you.' },
  {
    what: 'Your rooms, charges and payments',
    why: 'They are the books. Mistakes are put right beside the entry; nothing is rubbed out.',
  },
  {
    what: 'What staff change, and who looked at a document',
    why: 'So that it can be asked who did what.',
  },
]

/** What is known of a person, line by line. */
export const Keeping = () => (
  <>
    <dl className="kept">
      {kept.map(({ what, why }) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>{why}</dd>
        </div>
      ))}
    </dl>
    <p>
      M‑Pesa payments go through Safaricom, which knows of them what it must. We sell nothing of
      this, show none of it to advertisers, and count no visits. You may ask to see all of it, to
      have it put right and, when you have left and nothing is owed, to have removed what the law
      does not make us keep. Kenya’s Data Protection Act says so too.
    </p>
  </>
)
