/**
 * Words that tenants use, by concept, in English, Swahili and Sheng. A star ends a stem; a tilde precedes the root of a
 * Swahili verb, which is found with any prefixes and endings. Words joined by `_` are written apart.
 */
export const lexicon = {
  // Function words: they make a question more specific, and are never enough for an answer.
  HOW: 'how hw jinsi vipi aje namna steps step procedure process way ways explain guide nifanye nafanya can_i',
  WANT: 'want wanna need nataka ninataka natakaa ningependa napenda naomba ninaomba naombaa hitaji nahitaji ninahitaji nadai ~tak like looking natafuta ~taft ~tafut help msaada saidia nisaidie wish',
  WHEN: 'when wen lini saa_ngapi what_time wat_time till until hadi mpaka hours hour masaa time muda times',
  WHERE: 'where wea wer wapi iko_wapi which_place find mahali location',
  MUCH: 'how_much how_many hw_much hw_mch howmuch ngapi bei price prices pricing pricelist cost costs costing gharama rate rates charge charges fee fees expensive cheap cheapest kiasi bei_gani amount total',
  NOT: 'nothing none siwezi hawezi hatuwezi huwezi sijaweza not no never cant cannot doesnt dont didnt isnt wont hasnt havent hakuna hamna haina hauna hapana sina si bila aint wasnt couldnt unable refuses refusing refuse refused imekataa inakataa ~kata_ka ~kata',
  PAST: 'i_did_pay already yesterday jana ago',
  NEW: 'new mpya',
  WHO: 'who whom nani whos',
  WHY: 'why mbona kwanini kwa_nini how_come y',
  WHICH: 'which what wat gani kipi ipi whats show see check view tell_me',
  OTHER:
    'other another different ingine nyingine tofauti someone_else somebody_else mwingine wengine',
  TWO: 'one_bundle one_code same_bundle same_code at_the_same_time two 2_phones 2_devices 2_laptops 2_phone 2_people simu_2 mbili both second several multiple many',
  // What the residence and its app are about.
  PAY: 'clear cleared clearing charged charge_me i_did_pay overpaid overpay pay payin paying pays payment payments paid payed lipa malipo ~lip ~lipi settle send sent sending tuma ~tum transfer_money napay kupay nitapay',
  RENT: 'rent rental rents rnt kodi kodii rentals rentii house_fee monthly_fee',
  BALANCE: 'balance balances balanc bal salio arrears outstanding account_balance',
  OWE: 'have_i_cleared have_i_paid nimelipa_yote have_i_finished_paying owe owing owed debt debts deni madeni ~dai ~daiw behind',
  DUE: 'due deadline duedate mwisho last_day tarehe date overdue siku_gani',
  LATE: 'midnight usiku_wa_manane late delay delayed chelewa ~chelew penalty penalties fine fines faini lateness',
  MPESA: 'mpesa m_pesa mpesaa safaricom saf',
  MONEY:
    'money pesa cash hela doh doo ganji mullah chapaa mkwanja dough munde fedha kshs ksh bob funds',
  PAYBILL: 'paybill pay_bill paybil paybillno till lipa_na_mpesa',
  ACCOUNT_NUMBER:
    'account_number account_no acc_no acc_number account_num ac_number akaunti namba_ya_akaunti nambari_ya_akaunti acct_number acc',
  RECEIPT:
    'receipt receipts recipt reciept receit risiti resiti stakabadhi proof_of_payment invoice proof',
  HISTORY:
    'zamani za_zamani all_payments all_my_payments payments_i_have_made payments_i_made malipo_yangu_yote malipo_yote history transactions transaction historia past_payments payment_history records previous_payments old_payments statement statements miamala',
  DEDUCTED:
    'deducted deduct debited debit taken_from taken gone imetoka zimetoka imeenda imetolewa ~katw ~toka_pesa chargeed',
  SHOW: 'show shows showing shown reflect reflects reflected reflecting appear appears appeared ~onekan ~onyesh received receive arrive arrived change changed update updated updating through coming ~badilik ~ingi ~fik ~pokea ~poke recorded counted credited come came ~kuj reach reached seen see ~ona reflected',
  PROMPT: 'prompt promt popup pop_up stk stk_push push pin_prompt pin_request mpesa_message pop',
  PIN: 'pin pini',
  REFUND:
    'refund refunds refunded refundable money_back reverse reversed reversal rudisha ~rudish ~rudishiw back_my_money give_back',
  TWICE:
    'double_payment paid_double charged_double double_paid overpayment twice doubled two_times mara_mbili overpaid overpay paid_too_much too_much ziada zaidi excess',
  WRONG:
    '~kose ~kosea ~kosew invalid wrong mistake mistakenly error kimakosa kwa_makosa makosa vibaya sio wrongly incorrect by_accident accidentally',
  PART: 'later baadaye the_rest kiasi_tu half part partial partially installment installments instalment instalments bits nusu kidogo_kidogo little_by_little bit_by_bit pole_pole_kulipa portion pieces less awamu some_of',
  ADVANCE:
    'at_once 2_months 3_months 4_months 6_months two_months three_months several_months miezi_miwili miezi_mitatu miezi_mbili miezi_tatu whole_year advance ahead upfront mapema in_advance next_semester whole_semester full_semester months_ahead kabla',
  FAMILY:
    'parent parents mum mom mother dad father sister brother guardian sponsor mzazi wazazi mama baba dada kaka uncle aunt mathe mzae mzee buda',
  FRIEND: 'friend friends rafiki marafiki beste boyz boy maboy mtu_mwingine somebody',
  WIFI: 'one_bundle same_bundle one_code same_code wifi wi_fi waifai wfi wify wiffi wai_fai wai internet intanet intaneti net mtandao network hotspot router data bando bandos bundle bundles bundel bundels package packages gb gbs 1gb 2gb 3gb 5gb 10gb 20gb mbs megabytes wireless browsing',
  CODE: 'code codes kode msimbo voucher vouchers vocha coupon token',
  BUNDLE: 'bundle bundles bundel bundels package packages bando bandos 2gb 3gb 5gb 10gb 1gb 20gb',
  BUY: 'buy buying bought purchase purchased purchasing ~nunu order subscribe topup top_up nibuy nabuy kubuy renew recharge ~nunuli',
  GET: 'get got getting pata ~pat kupata obtain access nipate receive',
  SLOW: 'iko_chini slow slowly polepole pole_pole lag lags lagging laggy buffering buffer loading iko_slow weak taratibu low_speed speed speeds hafifu dhaifu sluggish',
  BROKEN:
    ' broken brokn broke breaks break spoilt spoiled spoil damaged damage faulty fault ~haribik ~harib ~vunjik ~vunj leak leaks leaking leaky ~vuj block blocked blocks blokd clogged clog ~zib cracked crack dead ~kuf stuck jammed jam fell ~anguk burnt burned ~ungu loose flooded flooding flood overflow overflowing ~kwam tripped tripping shattered kaput smashed bursted burst ~pasuk stopped ~zim ~pote imeisha',
  REPAIR:
    'repair repairs repaired fix fixed fixing maintenance ~tengenez ~rekebish ~rekebishw plumber electrician fundi technician maintain handyman kurepair warekebishe',
  WORK: 'work works working worked function functioning ~fany ~fanyi kazi ~wak connecting',
  FAIL: 'fail failed fails failing failure unsuccessful cancelled canceled timeout timed_out ~feli declined rejected ~gom',
  PROBLEM:
    'problem problems issue issues sick_of tired_of fed_up ~chok shida trouble tatizo matatizo ~sumbu ~sumbua changamoto complaint complain complaining complaints malalamiko lalamika ~lalamik report reporting ripoti ~ripoti',
  OFF: '~tup inanitoa kicks_me kicking_me kick_me_out throws_me logs_me_out drops cuts keeps_cutting off down out outage disconnected disconnect disconnecting disconnects ~zim ~zimik ~kat ~katik ~pote blackout missing dropping drops unstable ~end_off haiko hakuna hamna',
  CONNECT:
    'log log_into ~ingi enter_wifi connect connecting connected connection conect conecting join ~ungan ~unganish ~ungw log_on hook',
  USE: 'use using used ~tumi type enter input put weka ~wek key_in ~andik ~ingiz redeem activate',
  DEVICE:
    'device devices laptop laptops lappy tablet tv smart_tv computer kompyuta gadget gadgets desktop phones simu_mbili machine playstation ps5 ps4 console decoder firestick',
  SHARE:
    'share sharing shared gawana ~gawan ~shirik tether kushare nishare ku_share ~gaw_na together',
  LEFT: '~baki ~bakish left remaining remain remains remainder ~baki ~ish expire expires expired expiry run_out used_up ends finish finished imeisha over usage consumed',
  LAST: 'unlimited weekly daily hourly lasts duration how_long valid long_does validity ~dum siku_ngapi',
  RECENT: 'last latest recent mwisho ya_mwisho',
  LOST: 'lost lose losing misplaced misplace ~pote ~potez ~sahau forgot forgotten forget forgoten missing deleted disappeared',
  OPEN: 'open opens opened opening close closes closed closing ~fungu ~fungul ~funguliw ~fung ~fungw operate',
  OFFICE_HOURS:
    'office_hours opening_hours working_hours business_hours support_hours closing_hours opening_times opening_time closing_time closing_times saa_za_kazi saa_za_ofisi masaa_ya_kazi your_hours the_office_hours',
  OFFICE:
    'office ofice offices ofisi ofisini reception customer_care support desk admin administration afisi',
  DAY: 'weekend weekends saturday sunday monday holiday holidays jumamosi jumapili wikendi public_holiday weekday today leo tomorrow kesho christmas easter',
  QUIET: '~nyamaz quiet silence silent quite_hours kimya utulivu curfew noise_rules lights_out',
  GATE: 'come_in come_back come_home kuingia_usiku nikichelewa_usiku gate geti lango gates entrance main_door',
  WATER:
    'water maji hotwater hot_water maji_ya_moto maji_moto mvua_ya_bafu shower showers bath kuoga ~og bafu bathroom tap taps bomba mfereji instant_shower',
  HOT: 'hot warm heater heated moto instant hotwater hot_water maji_ya_moto maji_moto vuguvugu cold baridi',
  POWER:
    'power electricity stima umeme current lights light taa bulb bulbs balbu lamp lamps socket sockets switches blackout electric plug fuse extension',
  THING:
    'toilet toilets choo vyoo loo washroom sink sinks basin shower tap taps bomba door doors mlango lock locks kitasa kufuli window windows dirisha madirisha bed beds kitanda bunk chair kiti table meza desk mattress godoro ceiling roof paa dari drain drainage pipe pipes mfereji bomba wall walls ukuta fan fridge cooker heater curtain curtains wardrobe kabati mirror shelf sakafu tiles handle hinge wire wires cable flush cistern glass stairs lift hook drawer locker microwave kettle bathroom bafu tv_set bulb balbu taa lamp light lights socket sockets',
  OTHER_CODE:
    'dress_code code_of_conduct conduct promo promo_code postal postal_code country area_code qr till_code door_code gate_code pin_code code_of_the_gate code_of_the_door code_for_the_gate code_for_the_door',
  OTHER_CONTACT: 'emergency_contact emergency_contacts',
  CANCEL: 'cancel cancell',
  KEY: 'key keys ufunguo funguo fungua_room',
  ROOM: 'live_here stay_here living_here kuishi kukaa_hapa mtu_mmoja watu_wawili double_room shared_room kuna_room kuna_rooms room rooms rum roomm chumba vyumba bedsitter bedsitters bedsitta single_room hostel hosteli keja kejani house nyumba digs crib space accommodation accomodation bedspace place_to_stay single',
  FREE: 'bure vacant vacancy vacancies vacany free available availability empty wazi nafasi space spaces open_room kuna_room left_rooms',
  CHANGE:
    'changed update updating updated edit change changing switch switching swap swapping shift shifting move moving transfer ~ham ~hami ~hamish ~badil ~badilish badili upgrade kuchange nichange kushift nishift relocate exchange',
  MOVE_IN:
    'kuhamia nihamie nitahamia join apply application applying book booking reserve reservation register registration registering onboard onboarding admission enroll enrol join_hostel move_in moving_in movein jiunga ~jiung kujisajili ~sajili ~jisajili jiandikisha requirements become_a_tenant new_tenant new_student tenant_mpya mpangaji_mpya kuingia_kama signup sign_up get_a_room need_a_room',
  LEAVE:
    'notisi notes_of_leaving nahama tunahama ninahama nitahama natoka ninatoka nikitoka nitatoka tunatoka kutoka_hapa ~hama_hostel kuhama_hostel leave leaving vacate vacating move_out moving_out moveout notice ~ondok quit terminate termination check_out checkout leaver kuhama_kabisa kutoka_hostel kumaliza ~hama_kabisa end_my_stay clear_out going_home depart',
  COMPLETELY:
    'kabisa completely for_good permanently hostel_kabisa end_of_semester end_of_sem semester_end contract lease mkataba',
  DEPOSIT:
    'deposit deposits deposite amana caution caution_money dipoziti security_deposit refundable_deposit',
  VISITOR:
    'visitor visitors guest guests mgeni wageni visit visiting girlfriend boyfriend gf bf bae dem manzi chali mpenzi sleepover sleepovers sleep_over overnight wageni ~tembele ~tembelew girl_friend boy_friend mschana msupa babe wife come_over',
  SLEEP:
    'sleep sleeping sleeps lala ~lal spend_the_night stay_over stay_the_night night_over kulala nite stay staying ~ka_usiku bring ~let',
  NOISE:
    'noise noisy noises kelele makelele loud loudly music mziki muziki shout shouting shouts ~piga_kelele disturb disturbing disturbance disturbed subwoofer woofer speakers speaker partying keleleni',
  NEIGHBOUR:
    'neighbour neighbours neighbor neighbors jirani majirani roommate roommates room_mate roomie roomies next_room next_door mwenzangu housemate',
  DIRTY:
    'dirty filthy dirt chafu ~chafu mchafu trash rubbish garbage taka takataka bin bins dustbin smell smells smelly smelling ~nuk stink stinks harufu cleaning clean cleaner cleaners usafi litter mould mold cleaned',
  PEST: 'snake snakes nyoka lizard spiders bedbug bedbugs bed_bugs kunguni cockroach cockroaches mende rat rats panya mice mouse mosquito mosquitoes mbu ants siafu termites pests pest insects wadudu fumigate fumigation',
  STEAL:
    'took taken_my wamechukua ~chuku chukua ~ib stolen steal stole stealing theft thief thieves mwizi wezi ~ibi ~ibiw robbed robbery rob robber burglary burglar broke_into break_in break_ins ~vami pickpocket wameniibia kuibiwa mizii wizi snatched',
  BELONGING:
    'phone simu wallet bag begi id laptop kitambulisho shoes viatu clothes nguo charger earphones passport card kadi watch',
  EMERGENCY:
    'kill_myself kill_me kujiua nijiue dying anakufa amekufa died amezimia zimia passed_out unconscious haamki cannot_breathe labour chest_pain vita unsafe not_safe siko_salama feel_unsafe wanapigana emergency dharura ambulance fire burning sick ill unwell mgonjwa ~ugu hospital hospitali fainted faint ~zirai bleeding blood damu injured injury ~jeruhi ~jeruhiw hurt accident ajali attack attacked attacking fight fighting ~pigan danger dangerous hatari rape raped harass harassed harassment harassing threatened threaten threat violence abused assault assaulted suicide knife kisu gun moshi police polisi gas_leak smell_gas smelling_gas electrocuted electric_shock collapsed',
  FIRE: 'moto',
  SECURITY:
    'security guard guards askari soja watchman watchmen usalama safe safety walinzi mlinzi cctv',
  HUMAN:
    'human person mtu agent caretaker caretakers keateka mtunzaji manager management meneja landlord landlady mwenye_nyumba staff somebody_real real_person customer_care customer_service mhudumu someone',
  TALK: 'talk talking speak speaking ongea ~onge ~zungumz chat_with call calling called piga_simu ~pigi nipigie kupigia contact contacts reach_you reach_out mawasiliano wasiliana ~wasilian hotline whatsapp sms_you ongelesha kuongelesha complain_to',
  NUMBER: 'number numbers namba nambari no num numba nambayenu',
  PHONE: 'phone fone simu telephone mobile line cell',
  EMAIL: 'email emails mail_address barua_pepe gmail e_mail',
  ADDRESS:
    'near karibu_na nearest_to close_to located location address directions direction map maps ~patikan mko_wapi uko_wapi where_are_you iko_wapi_hostel eneo anwani pin_location gps situated kufika_hapo distance far campus_distance how_far',
  YOU: 'you company kampuni your yours yenu nyinyi mko mnapatikana residence hostel hosteli this_place',
  SERVICES:
    'services service huduma amenities amenity facilities facility offer offers offering ofer provide provides ~tolea',
  LAUNDRY:
    'laundry laundary washing_clothes wash_clothes washing_machine dobi ~fu kufua nguo_kufua dryer ironing iron kufulia wash_my_clothes do_my_clothes',
  POST: 'post posts posting posted advertise advertising advertisement advert adverts ad ads tangaza ~tangaz tangazo matangazo sell selling sale uza ~uz kuuza comment comments commenting feed community marketplace market kupost nipost chat_with_author unread buy_and_sell promote biashara',
  PASSWORD:
    'namba_ya_siri nambari_ya_siri password passwords pasword passwd passwrd pwd nywila nenosiri neno_la_siri neno_siri paswad paswod',
  LOGIN:
    'login log_in logging_in logged_out sign_in signin signing_in ~ingia_kwa_account kuingia_kwenye_akaunti ku_login kulogin nilogin logging otp username locked_out',
  ACCOUNT: 'account acount acc profile akaunti',
  LOCKED: 'locked lock_out blocked suspended disabled deactivated imefungwa',
  DELETE: 'delete remove deactivate close_my_account futa ~fut erase',
  NAME: 'inaitwa inaitwaje called_what name names jina majina',
  PICTURE: 'picture photo pic image avatar picha profile_picture profile_pic',
  DETAILS: 'details detail info information profile taarifa',
  PRIVACY:
    'privacy private personal_data my_data my_information data_protection faragha my_id_photo id_photo id_scan terms conditions terms_and_conditions rules sheria masharti kanuni',
  SEE: 'see sees look view access ~on ~onao',
  PET: 'pet pets dog dogs cat cats mbwa paka kitten puppy puppies rabbit sungura mnyama wanyama parrot',
  PARK: 'parking park parked car cars gari magari motorbike motorcycle pikipiki nduthi bicycle bicycles bike bikes baiskeli garage',
  MAIL: 'parcel parcels delivery deliveries deliver delivered letter letters barua mzigo jumia glovo courier uber_eats rider kilimall posta package_delivery',
  SMOKE:
    'bash birthday sherehe karamu alcohol drink drinking drinks smoking smoke pombe bangi weed sigara cigarette cigarettes shisha vape beer bia drugs bhang ndom party parties partying kunywa ~vut_sigara mukhwano miraa house_party',
  FURNITURE:
    'kitanda vitanda meza kiti godoro kabati furnisha samani furniture furnished furnish kitchen jikoni cook cooking ~pik kupika bed beds mattress table wardrobe desk inside balcony ensuite en_suite own_bathroom self_contained microwave fridge tv_room study_room common_room big size people_per_room sharing per_room',
  ME: 'am_i do_i i_am niko nimepewa i_was_given',
  OUTSIDE:
    'fuliza tuition kplc tokens dstv flight graduation work_here play_music turn_off_the turn_on_the london dollar degree school_fees university_fees relationship internship library units transcript grade grades passport loan loans borrow exam exams course courses lecture lectures lecturer assignment assignments homework job jobs ajira bus matatu restaurant weather rain mvua match football president rais governor joke jokes story hadithi movie movies song songs news bitcoin bet betting crypto mafuta petrol capital france nairobi mombasa world team_won won winner shule masomo mtihani',
  REQUEST: 'request requests ombi',
  VACANT: 'nafasi vacant vacancy vacancies vacany kuna_room kuna_rooms',
  MINE: 'my mine yangu langu changu wangu zangu yetu our',
  OWNER: 'owner owners owned owns mmiliki mwenye private_hostel government university_hostel',
  SHOW_ME: 'show_me nionyeshe onyesha list everything all_i_paid kila_kitu',
  WEBSITE: 'youtube netflix tiktok instagram google facebook zoom whatsapp_web websites',
  FLOOR: 'floor upper lower upstairs downstairs ghorofa ghorofani',
  APP: 'app application website site system page link',
} as const

export type Concept = keyof typeof lexicon

/** Words without a meaning of their own here, and greetings around a question. */
export const stopWords = new Set(
  `a an the of to in on at for from by with and or but so if then than that this these those it its is are was were be been being am
  i im ive ill id me my mine we us our ours u ur ya y r do does did doing done has had having will would shall should could can may might must
  just only also too very really still yet now right please pls plz plse kindly tafadhali hello hi hey habari mambo jambo niaje sasa sema bro boss buda
  madam sir thanks thank asante sawa ok okay oh ah eh haki bana jameni aki ati hivi there here hapa huko hapo na ni ya wa la za cha vya kwa kwenye katika
  yangu langu changu wangu zangu yako yetu kama ama au lakini ila pia tu sana bado leo sai saizi saa hii hiyo huu hizi ile hio iyo nina una ana kuna je
  iko uko ako niko tuko mimi mi nimi we wewe yeye wetu vile hivyo gani what wat whats how when where why which who as any some all every each more most
  into about up out again today tonight am pm morning evening night usiku asubuhi jioni month monthly months mwezi miezi week weeks wiki day days siku year
  mwaka semester sem term per one moja once because since before after while during us them they he she his her him their okey yes no not dear team guys
  nimekuwa nilikuwa imekuwa ilikuwa huwa hua hu ndio ndo enda going go went been got get let make made use anything something someone thing things
  naeza naweza ninaweza unaweza tunaweza mnaweza inaweza anaeza anaweza eza weza possible allowed okay ruhusa ruhusiwa inaruhusiwa zinaruhusiwa permitted
  want need nataka naomba also like know tell ask asking question swali kujua nijue find last next past ujao uliopita jana kesho tena since ever even
  anyone helb stage comes exactly main frm shud wud cud thnks dis dat wit coz bcoz bt nd abt sth smth gud tym rest own number_ya mara tatu tano siku nje kila juu chini niende enda endelea wanafaa nafaa inafaa kutoka basi nko nov dec jan feb mar apr jun jul aug sept oct january february march april june july august september october november december naruhusiwa tunaeza inaeza waeza yake vipindi halafu alafu kisha pa have had kwangu kwako kwake kwetu kwao wanaweza nini says say said feel give user campus niko tupu hiki tunataka unataka inawezekana possible want pia number_one yule same mahali end place people way dont doesnt didnt isnt wont hasnt havent cant cannot never because cause cos kwani kwa_nini kwanini mbona hakuna hamna haina sijui floor wing block our`
    .split(/\s+/)
    .filter(Boolean),
)

/** Openings that are a greeting when nothing else is said. */
export const greetings = new Set(
  'mornin mng mko mambaje asubui asubuhii hii hi hello hey heey hallo helo hellow habari mambo jambo sasa niaje vipi hujambo shikamoo salama sema xaxa poa good morning afternoon evening day morn there all everyone yako yenu gani ya asubuhi mchana jioni bot assistant boss bro buda za leo yo sup hae mzima uko fiti wasee msee aje wagwan greetings dear sir madam team marahaba'.split(
    ' ',
  ),
)
export const farewells = new Set(
  'shukrani kwa msaada thnks tnx tnks basi tuongee tutaonana alright aight noma thanks thank thanx thx thnx you u asante asanteni asanti shukran shukrani alot lot a so very much many sana ok okay sawa bye goodbye kwaheri again great cool poa nice well good night welcome kabisa bro boss fiti perfect awesome noted tx ty later baadaye nimeshukuru appreciate it mungu akubariki done got'.split(
    ' ',
  ),
)
