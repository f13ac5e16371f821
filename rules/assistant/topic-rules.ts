import { paymentRules } from './payment-rules.ts'
import { residenceRules } from './residence-rules.ts'
import { wifiRules } from './wifi-rules.ts'

export const topics = [
  ...([
    'greeting',
    'thanks',
    'what_can_you_do',
    'pay_rent',
    'paybill',
    'balance',
    'due_date',
    'late_rent',
  ] as const),
  ...([
    'lost_payment',
    'push_problem',
    'wrong_payment',
    'part_payment',
    'receipt',
    'last_payment',
  ] as const),
  ...([
    'history',
    'buy_wifi',
    'wifi_prices',
    'use_wifi',
    'wifi_problem',
    'wifi_code',
    'wifi_devices',
  ] as const),
  ...([
    'wifi_left',
    'services',
    'hours',
    'quiet_hours',
    'hot_water',
    'room_prices',
    'free_rooms',
  ] as const),
  ...([
    'own_room',
    'change_room',
    'room_facts',
    'move_in',
    'move_out',
    'deposit',
    'visitors',
    'repair',
  ] as const),
  ...([
    'complaint',
    'theft',
    'emergency',
    'human',
    'address',
    'about',
    'posts',
    'password',
    'login',
  ] as const),
  ...(['account_details', 'privacy', 'pets', 'parking', 'mail', 'alcohol', 'cooking'] as const),
  ...(['house_rules', 'chat', 'room_mates', 'papers'] as const),
  ...(['viewing', 'cash', 'security', 'rent_covers'] as const),
  ...(['gym', 'pool', 'study_room', 'lift', 'tv_room', 'generator', 'cctv', 'water_tank'] as const),
] as const
export type Topic = (typeof topics)[number]

export type TopicRule = [Topic, string]

/**
 * The concepts by which a message asks for a topic. `+` joins concepts that must all be there, `|` joins alternatives, and
 * `!` precedes a concept that must not be there. The rule that explains most of a message wins; of equal ones, the first.
 */
export const topicRules: TopicRule[] = [...paymentRules, ...wifiRules, ...residenceRules]
