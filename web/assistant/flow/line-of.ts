import { isWifi, type Stage } from './stage.ts'

/** What the head says that this is; null where nothing has been chosen yet. */
export function lineOf(stage: Stage): string | null {
  switch (stage.at) {
    case 'main':
    case 'sign_in':
      return null
    case 'history':
      return 'Transaction history'
    case 'support':
      return 'Customer support'
    case 'lost_code':
      return 'Missing wifi code'
    default:
      return isWifi(stage) ? 'Wifi' : 'Rent payment'
  }
}
