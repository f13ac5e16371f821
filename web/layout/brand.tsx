import { Link } from 'react-router'
import { Mark } from '../art/mark.tsx'
import { useCompany } from './root-data.ts'

export const Brand = ({ onDusk }: { onDusk?: boolean }) => {
  const { name } = useCompany()
  return (
    <Link className="brand" to="/">
      <Mark onDusk={onDusk} />
      <span>
        Bweni
        <small>{name}</small>
      </span>
    </Link>
  )
}
