import { conceptsOfVerb } from './concepts.ts'
import { wordsOf } from './match.ts'

export type Language = 'en' | 'sw'

/** Words that no English sentence has. Names of things are left out: tenants use them in both languages. */
const swahiliWords = new Set(
  `ni na ya wa la za cha vya kwa kwenye katika ndani nje hapa hapo huko pale sasa leo kesho jana juzi bado pia tu sana kabisa tena kama ama au lakini
  ila halafu alafu kisha kwamba kuhusu bila mpaka hadi kutoka tangu kila wote yote zote gani nani nini lini wapi vipi aje je ngapi mbona kwanini iko uko ako
  niko tuko mko wako ziko yako yangu langu changu wangu zangu vyangu yetu yenu wenu zenu yake yao huyu hii hiyo huu hizi ile hiki hilo mimi wewe yeye sisi nyinyi
  nina una ana tuna mna wana ina zina kina kuna hakuna hamna sina hatuna haina naomba nataka naeza naweza unaweza unaeza mnaeza mnaweza tunaeza anaeza anaweza
  inaweza nawezaje ninawezaje tafadhali samahani asante asanti shukran karibu habari hujambo jambo mambo niaje sasa sema poa fiti vipi shikamoo kwaheri ndio ndiyo hapana
  sawa siku mwezi wiki mwaka usiku asubuhi jioni mchana saa dakika mtu watu msee wasee kitu vitu mahali wakati muda pesa hela doo doh ganji chapaa kodi keja chumba vyumba
  nyumba hosteli maji stima umeme choo taa mlango dirisha kitanda kelele jirani majirani mgeni wageni rafiki mzazi mathe mzae simu namba nambari jina barua
  siwezi hawezi deni salio risiti stakabadhi malipo amana huduma ofisi ofisini geti lango sheria msaada shida tatizo bei moto mtandao intaneti msimbo bando kifurushi ufunguo
  kufuli kunguni mende panya takataka mwizi dharura mgonjwa sio siyo si hivi hivyo vile kwani eti ati ebu hebu manze buda dem chali beshte mob moja mbili tatu nne tano
  jinsi nifanye nifanyeje nitafanyaje nawezaje fundi askari mlinzi meneja maegesho gari pikipiki nduthi baiskeli mbwa paka pombe sherehe sigara nguo viatu mzigo
  tarehe mwisho ujao hii nusu kidogo nafasi wazi bure ukurasa akaunti nenosiri picha tangazo matangazo kuuza kulipa kununua kuhama kuhamia kulala kupika kupata kuona
  kuongea kurudi kuingia kutumia kubadilisha anwani mwenyewe yule wetu hio iyo izi ivo ivi sai saizi sahii karibia mwenzangu kaka dada mama baba ngori kichekesho hadithi mechi binti mwanangu chuo utaratibu malazi makao ngori morio mkuu rada wasee kanisa`
    .split(/\s+/)
    .filter(Boolean),
)

const englishWords = new Set(
  `the is are was were be been am a an of to in on at for with and or but if it its this that these those there here i im ive ill me my mine we us our you your yours they
  he she his her do does did dont doesnt didnt can cant cannot could will wont would should shall may might must have has had havent hasnt having get got how what when where
  which who why whose not no yes any some someone anyone something anything nothing please want need from by as so than then after before still already yet just only also too
  very much many more most about into out up off over again back because while during until since now today tomorrow yesterday night morning pay paid paying owe buy bought
  working work works broken lost forgot find show tell give gave send sent take took make made come came go going know see let change changed help talk call someone thank thanks
  hello hi hey good`
    .split(/\s+/)
    .filter(Boolean),
)

/** Persons and tenses of Swahili verbs, also before English ones: `nimepay`, `haiconnect`. */
const verb =
  /^(?:ni[a-z]{3,}(?:ie|ishe|eni)|(?:nime|nina|nita|nili|niki|tuna|tume|tuli|tuta|wana|wame|wali|wata|zime|zina|imes?h?a?|haija|hazija|haya|sija|hatu|mme|mna|hai|hazi|hau|haki|hali|una|ana|ina|ali|ata|uta|uli|ume|ame|ku)[a-z]{2,}[aeiou]|(?:nime|ime|zime|wame|hai(?![lr])|haz)[a-z]{3,})$/

/** From this share of Swahili on, a message is Swahili: Sheng borrows nouns and verbs, never the small words. */
const MIN_SHARE = 1 / 3

/** The language in which a message is answered: Swahili for Swahili and Sheng, else English. */
export function languageOf(message: string): Language {
  let swahili = 0
  let english = 0
  for (const word of new Set(wordsOf(message))) {
    if (englishWords.has(word)) english++
    else if (swahiliWords.has(word) || verb.test(word) || conceptsOfVerb(word)) swahili++
  }
  return swahili > 0 && swahili / (swahili + english) >= MIN_SHARE ? 'sw' : 'en'
}
