import { offTopicWords, towns } from './off-topic.ts'

/**
 * Words that tenants use, by concept, in English, Swahili and Sheng. A star ends a stem; a tilde precedes the root of a
 * Swahili verb, which is found with any prefixes and endings. Words joined by `_` are written apart.
 */
export const lexicon = {
  // Function words: they make a question more specific, and are never enough for an answer.
  HOW: 'how hw jinsi vipi aje namna steps step procedure process way ways explain guide nifanye nafanya can_i is_that_fine thats_fine is_it_fine it_fine be_fine is_it_okay nawezaje ninawezaje tunawezaje hatua now_what what_next taratibu_za utaratibu utaratibu_gani nifuate_nini tufuate_nini how_do_i_pay how_can_i_pay how_should_i_pay how_do_we_pay how_to_pay how_would_i_pay how_will_i_pay nalipaje nitalipaje ninalipaje tunalipaje nilipe_aje nalipa_aje nitalipa_aje nilipe_vipi nalipa_vipi njia_gani kupitia_njia_gani naanza_wapi naanzia_wapi nianze_wapi nianzie_wapi nitaconnect_aje nitaunganisha_aje naconnect_aje nafanya_nini nifanye_nini',
  WANT: 'want wanna need nataka ninataka natakaa ningependa napenda naomba ninaomba naombaa hitaji nahitaji ninahitaji nadai ~tak like looking natafuta ~taft ~tafut help msaada saidia nisaidie wish naombeni tunaomba',
  WHEN: 'when wen lini saa_ngapi what_time wat_time till until hadi mpaka hours hour masaa time muda times till_when till_what_time till_what till_late till_which_time until_when up_to_what_time',
  WHERE: 'where wea wer wapi iko_wapi which_place find mahali location',
  MUCH: 'how_much how_many hw_much hw_mch howmuch ngapi bei price prices pricing pricelist cost costs costing gharama rate rates charge charges fee fees expensive cheap cheapest kiasi bei_gani amount total cheaper nafuu hw_many tariff tariffs pesa_ngapi affordable ~gharim mnacharge mnachaji mnalipisha ~lipish how_mach hao_much haumach go_for goes_for going_for pesa_gani mangapi hwmuch costs_how',
  NOT: 'nothing none siwezi hawezi hatuwezi huwezi sijaweza not no never cant cannot doesnt dont didnt isnt wont hasnt havent hakuna hamna haina hauna hapana sina si bila aint wasnt couldnt unable refuses refusing refuse refused imekataa inakataa ~kata_ka ~kata no_longer haujaja haijaja hazijaja hajaja halijaja hayajaja isnt_there not_there not_in_the_list isnt_listed without_internet without_net haijakam haijacome haikam hayapo haipo hazipo halipo hayuko haiko haijasoma haijasomeka haisomi',
  PAST: 'i_did_pay already yesterday jana ago came_back after_buying after_paying after_payment nikishanunua nikishalipa baada_ya_kulipa baada_ya_kununua since_morning show_that_i_paid last_night jana_usiku this_morning asubuhi_hii',
  NEW: 'new mpya',
  WHO: 'who whom nani whos who_manages who_runs nani_anasimamia',
  WHY: 'why mbona kwanini kwa_nini how_come y',
  WHICH: 'which what wat gani kipi ipi whats show see check view tell_me zipi upi yupi lipi yapi',
  OTHER:
    'other another different ingine nyingine tofauti someone_else somebody_else mwingine wengine bigger smaller larger kubwa_zaidi kingine jingine lingine zingine vingine another_block other_block different_block',
  OTHERS:
    'other_tenants other_people other_students others tenants everyone everybody strangers wengine watu_wengine wasee_wengine wapangaji a_tenant another_tenant student students mwanafunzi wanafunzi mpangaji people_are people_keep',
  LOAN: 'helb hef scholarship bursary bursaries my_loan after_helb helb_comes helb_ikikuja helb_ikiingia helb_ikitoka',
  PRESS: 'press pressed pressing click clicked clicking ~bonyez',
  TWO: 'one_bundle one_code same_bundle same_code at_the_same_time two 2_phones 2_devices 2_laptops 2_phone 2_people simu_2 mbili both second several multiple many ule_ule ile_ile',
  // Subjects of the residence and its app.
  PAY: 'clear cleared clearing charged charge_me i_did_pay overpaid overpay pay payin paying pays payment payments paid payed lipa malipo ~lip ~lipi settle send sent sending tuma ~tum transfer_money napay kupay nitapay all_payments all_my_payments payments_i_have_made payments_i_made malipo_yangu_yote malipo_yote which_payments what_payments malipo_gani my_payments payments_zangu toa_kidogo toa_nusu give_half give_part nimelipa_zaidi nililipa_zaidi shoot kumalizana ~malizan kumaliza_rent kumaliza_kodi how_do_i_pay how_can_i_pay how_should_i_pay how_do_we_pay how_to_pay how_would_i_pay how_will_i_pay nalipaje nitalipaje ninalipaje tunalipaje nilipe_aje nalipa_aje nitalipa_aje nilipe_vipi nalipa_vipi pay_for_me pay_on_my_behalf anilipie wanilipie nilipiwe atanilipia watanilipia kunilipia pay_next_month show_that_i_paid late_payment what_i_have_paid what_i_paid what_ive_paid what_i_have_been_paying',
  INSTEAD: 'instead_of badala_ya',
  HOW_PAY:
    'how_do_i_pay how_can_i_pay how_should_i_pay how_do_we_pay how_to_pay how_would_i_pay how_will_i_pay nalipaje nitalipaje ninalipaje tunalipaje nilipe_aje nalipa_aje nitalipa_aje nilipe_vipi nalipa_vipi',
  PAY_FOR_ME:
    'pay_for_me pay_on_my_behalf anilipie wanilipie nilipiwe atanilipia watanilipia kunilipia pay_my_rent_for_me',
  RENT: 'rent rental rents rnt kodi kodii rentals rentii house_fee monthly_fee rent_monthly is_rent_monthly full_rent late_fee late_fees a_penalty any_penalty',
  BALANCE: 'balance balances balanc bal salio arrears outstanding account_balance',
  OWE: 'have_i_cleared have_i_paid nimelipa_yote have_i_finished_paying owe owing owed debt debts deni madeni ~dai ~daiw behind unpaid up_to_date pending_rent paid_up in_arrears did_i_clear did_i_finish nimemaliza_kulipa nimelipa_rent_yote inaniambia_nilipe inasema_nilipe asking_me_to_pay telling_me_to_pay tells_me_to_pay says_i_havent_paid inanidai inasema_sijalipa mnasema_sijalipa how_far_am_i i_have_cleared ive_cleared nimeclear nimeclear_rent dues am_i_cleared am_i_clear cleared_for mnanidai niko_na_deni nina_deni still_owing fully_paid iliyobaki_ya_rent niko_clear am_i_good_with_rent kilichobaki am_i_fully_paid',
  DUE: 'due deadline duedate mwisho last_day tarehe date overdue siku_gani the_latest latest_i_can latest_date which_day what_day which_date before_ama_after before_or_after mwanzo_wa_mwezi start_of_month beginning_of_the_month monthly_or is_rent_monthly rent_monthly mwisho_kulipa mwisho_wa_kulipa siku_ya_mwisho the_last_for by_when tarehe_ngapi due_day cutoff nilipe_lini when_should_i_pay when_do_we_pay when_do_i_pay siku_ya_kulipa tarehe_ya_kulipa end_of_month mwisho_mwezi kabla_ya_lini by_which_date',
  LATE: 'midnight usiku_wa_manane late delay delayed chelewa ~chelew penalty penalties fine fines faini lateness evict evicted eviction ~fukuz an_extension extension_on extension_for rent_extension more_days few_days few_more_days more_time muda_zaidi siku_zaidi siku_chache nipe_muda nipe_time naomba_muda naomba_time pewa_time pewa_muda give_me_time some_time grace grace_period wait waiting subiri ~subiri ~ngoj ~ngoje ~vumili be_patient next_week wiki_ijayo wiki_kesho nimesota ~sota sota struggling ~fungia tanifungia mtanifungia nitafungiwa lock_my_room lock_me_out locked_my_room kicked_out throw_me_out wakinifungia nikikosa ~kosa_kulipa tough hardship cant_afford cannot_afford cant_manage cant_raise financial_problems financial_challenges broke_this_month hali_ngumu mambo_magumu imenishinda ~shind raise_the kuongezewa ongezewa ~ongez ~ongeze ~ongezew late_fee late_fees late_payment surcharge mtanifukuza kufukuzwa nivumilieni mnivumilie nivumilie subirini nisubirini bear_with_me short_of_cash sina_doo sina_pesa sina_hela pay_next_month niongezee_siku niongezeeni helb_imechelewa helb_haijaingia helb_delayed pesa_sina rudi_saa rudi_usiku rudi_late kurudi_usiku kurudi_late lost_my_job lost_her_job lost_his_job nimepoteza_kazi job_loss mnipe_siku nipe_siku nipeni_siku nipatie_siku nipeni_muda mnipe_muda a_penalty any_penalty after_helb helb_comes helb_ikikuja helb_ikiingia helb_ikitoka',
  MPESA: 'mpesa m_pesa mpesaa safaricom saf mpesa_message',
  MONEY:
    'money pesa cash hela doh doo ganji mullah chapaa mkwanja dough munde fedha kshs ksh bob funds shilingi shillings shilling',
  PAYBILL:
    'paybill pay_bill paybil paybillno till lipa_na_mpesa manually business_number biz_number namba_ya_biashara till_no paybill_no',
  ACCOUNT_NUMBER:
    'account_number account_no acc_no acc_number account_num ac_number akaunti namba_ya_akaunti nambari_ya_akaunti acct_number acc put_as_account as_account as_the_account put_as_the_account',
  RECEIPT:
    'receipt receipts recipt reciept receit risiti resiti stakabadhi proof_of_payment invoice proof evidence uthibitisho ushahidi something_to_show prove proves stamped stamped_letter official_letter something_official show_that_i_paid slip payment_slip invoices karatasi_ya_malipo thibitisha ~thibitish acknowledgement acknowledgment proof_that issue_receipts issue_receipt issue_a_receipt',
  HISTORY:
    'zamani za_zamani all_payments all_my_payments payments_i_have_made payments_i_made malipo_yangu_yote malipo_yote history transactions transaction historia past_payments payment_history records previous_payments old_payments statement statements miamala which_payments what_payments malipo_gani my_payments payments_zangu everything_i_paid everything_ive_paid everything_i_have_paid all_the_rent all_rent every_payment what_i_have_paid what_i_paid what_ive_paid what_i_have_been_paying',
  DEDUCTED:
    'deducted deduct debited debit taken_from taken gone imetoka zimetoka imeenda imetolewa ~katw ~toka_pesa chargeed confirmed took_my_money mpesa_took confirm confirmation imeconfirm imekata imekatwa mpesa_imekata deduction deductions mpesa_deduction left_my_mpesa left_my_account left_my_phone ilitoka zilitoka',
  SHOW: 'show shows showing shown reflect reflects reflected reflecting appear appears appeared ~onekan ~onyesh received receive arrive arrived change changed update updated updating through coming ~badilik ~ingi ~fik ~pokea ~poke recorded counted credited come came ~kuj reach reached seen see ~ona haujaja haijaja hazijaja hajaja halijaja hayajaja zinatoka inatoka yanatoka linatoka isnt_there not_there not_in_the_list isnt_listed haijakam haijacome ikam zikam ilikam haikam haijacome kukam posted haijasoma haijasomeka haisomi imesoma ilisoma by_bus by_matatu na_basi kwa_basi',
  PROMPT:
    'prompt promt popup pop_up stk stk_push push pin_prompt pin_request mpesa_message pop insufficient insufficient_funds insufficient_balance asking_for_pin ask_for_pin ask_me_for_pin pin_haikuja wrong_pin ds_timeout user_cannot_be_reached nothing_pops popping popped pop_ups',
  PIN: 'pin pini wrong_pin',
  REFUND:
    'refund refunds refunded refundable money_back reverse reversed reversal rudisha ~rudish ~rudishiw back_my_money give_back irudi zirudi irudishwe nirudishiwe zirudishwe',
  TWICE:
    'double_payment paid_double charged_double double_paid overpayment twice doubled two_times mara_mbili overpaid overpay paid_too_much too_much ziada excess kuliko zaidi_ya zaidi_kuliko pesa_zaidi kulipa_zaidi nimelipa_zaidi nililipa_zaidi kupita_kiasi 2_times mara_2 more_than_i_should double',
  WRONG:
    '~kose ~kosea ~kosew invalid wrong mistake mistakenly error kimakosa kwa_makosa makosa vibaya sio wrongly incorrect by_accident accidentally spelt spelled misspelt misspelled mbaya isiyo isio siyo ya_wenyewe ya_wengine ya_mwingine ya_mtu_mwingine not_mine si_yangu sio_yangu somebody_elses someone_elses isiyo_sahihi isiyo_yangu instead_of_rent instead_of_wifi instead_of_my badala_ya_rent badala_ya_kodi badala_ya_wifi old_paybill other_paybill kwa_bahati_mbaya extra_zero added_a_zero by_mistake someone_elses_account bila_kukusudia',
  PART: 'later baadaye the_rest kiasi_tu half part partial partially installment installments instalment instalments bits nusu kidogo_kidogo little_by_little bit_by_bit pole_pole_kulipa portion pieces less awamu some_of kidogo toa_kidogo toa_nusu give_half give_part mara_mbili_kwa_mwezi twice_a_month twice_per_month awamu_mbili zingine_baadaye zingine_kesho zingine_later some_now rest_later balance_later the_balance_on and_the_balance na_balance_baadaye half_half mbili_mbili ingine_baadaye ingine_later alafu_ingine nyingine_baadaye slowly_by_slowly in_two_parts two_parts 2_parts in_two_installments in_two_bits pole_pole polepole that_first this_first some_money only_have niko_na_tu weekly kila_wiki per_week every_week full_rent iliyoko nilicho_nacho nilizonazo what_i_have the_little can_only_raise can_only_pay can_only_manage only_manage only_raise vipande',
  ADVANCE:
    'at_once 2_months 3_months 4_months 6_months two_months three_months several_months miezi_miwili miezi_mitatu miezi_mbili miezi_tatu whole_year advance ahead upfront mapema in_advance next_semester whole_semester full_semester months_ahead kabla',
  FAMILY:
    'parent parents mum mom mother dad father sister brother guardian sponsor mzazi wazazi mama baba dada kaka uncle aunt mathe mzae mzee buda cousin cousins sibling siblings bro sis nephew niece grandmother grandma grandpa shosho guka babangu mamangu mamake babake mamaangu dadangu kakangu ndugu ndugu_yangu binti mwanangu mwana daughter son kijana_wangu stepmum stepdad mum_yangu mamaa mom_yangu dada_yangu kaka_yangu mjomba shangazi cuzo cuzin aunty auntie folks my_people well_wisher mdhamini',
  FRIEND:
    'friend friends rafiki marafiki boyz boy maboy mtu_mwingine somebody beste beshte girl girls lady ladies msichana wasichana mrembo classmate classmates course_mate coursemate guy_friend mabeshte mabeshty marafikia',
  WIFI: 'one_bundle same_bundle one_code same_code wifi wi_fi waifai wfi wify wiffi wai_fai wai internet intanet intaneti net mtandao network hotspot router data bando bandos bundle bundles bundel bundels package packages gb gbs 1gb 2gb 3gb 5gb 10gb 20gb mbs megabytes wireless browsing my_data kifurushi vifurushi streaming stream without_internet be_online get_online go_online kuwa_online kuingia_online surf surfing browse which_network signal signals unlimited uncapped fup fair_usage 15gb 30gb 50gb 100gb mb gbz mabando megs internets mitandao mb_do_i_have mbs_do_i_have data_do_i_have gb_do_i_have gbs_do_i_have mb_niko_nazo data_niko_nayo internet_ni_mbaya wifi_ni_mbaya net_ni_mbaya mtandao_ni_mbaya internet_mbaya wifi_mbaya net_mbaya mtandao_mbaya nitaconnect_aje nitaunganisha_aje naconnect_aje nimetumia_data nimetumia_mb nimetumia_gb data_nimetumia wifi_end bundle_end data_end wifi_ends',
  CODE: 'code codes kode msimbo voucher vouchers vocha coupon token',
  BUNDLE:
    'bundle bundles bundel bundels package packages bando bandos 2gb 3gb 5gb 10gb 1gb 20gb kifurushi vifurushi unlimited uncapped mabando 15gb 30gb 50gb 100gb',
  BUY: 'buy buying bought purchase purchased purchasing ~nunu order subscribe topup top_up nibuy nabuy kubuy renew recharge ~nunuli no_bundle no_bundles sina_bundle sina_bundles do_you_sell you_sell mnauza',
  GET: 'get got getting pata ~pat kupata obtain access nipate receive send_me sent_me sending_me nitumie mnitumie unitumie mtanitumia utanitumia nitumiwe nipe mnipe',
  SLOW: 'iko_chini slow slowly polepole pole_pole lag lags lagging laggy buffering buffer loading iko_slow weak low_speed speed speeds hafifu dhaifu sluggish uko_chini ziko_chini low slower slowest freezing freeze freezes hang hangs hanging imelala inalala load loads zinguo ~zingu inazingua kasi spidi crawling snail ~kokot taking_forever takes_forever unusable mbovu ~zunguk spinning poor poor_connection ~suasu laggs bandwidth ~goma_goma internet_ni_mbaya wifi_ni_mbaya net_ni_mbaya mtandao_ni_mbaya internet_mbaya wifi_mbaya net_mbaya mtandao_mbaya bad_today so_bad imeisha_nguvu haina_nguvu low_pressure',
  BROKEN:
    'broken brokn broke breaks break spoilt spoiled spoil damaged damage faulty fault ~haribik ~harib ~vunjik ~vunj leak leaks leaking leaky ~vuj block blocked blocks blokd clogged clog ~zib cracked crack dead ~kuf stuck jammed jam fell ~anguk burnt burned ~ungu loose flooded flooding flood overflow overflowing ~kwam tripped tripping shattered kaput smashed bursted burst ~pasuk stopped ~zim ~pote imeisha torn ripped chakaa ~chakaa spark sparks sparking sparked cheche blown blew gone_off went_off dry kavu pouring pours gushing dripping drips ~mwagik flicker flickers flickering blinking dim humming wobbly squeaky crooked bent rusty faulted wont_close wont_open wont_shut wont_lock wont_flush wont_turn_on wont_switch_on doesnt_close doesnt_shut doesnt_lock doesnt_flush doesnt_open cant_lock cant_close haifungi haifungiki haifungui haifunguki haiwaki haziwaki haiflush ~tobok ~lege ~chomek ~poromok cracks hole holes shaky peeling leakage not_closing not_locking not_flushing not_opening fallen_off came_off fall_off falling_off falling_apart seeping rotten chipped imekwama imeziba imepasuka',
  REPAIR:
    'repair repairs repaired fix fixed fixing maintenance ~tengenez ~rekebish ~rekebishw plumber electrician fundi technician maintain handyman kurepair warekebishe replace replaced replacement',
  WORK: 'work works working worked function functioning ~fany ~fanyi kazi ~wak connecting',
  FAIL: 'fail failed fails failing failure unsuccessful cancelled canceled timeout timed_out ~feli declined rejected ~gom ~katal already_used already_in_use imetumika imeshatumika ishatumika ~shindik ~shindikan imeshindikana',
  PROBLEM:
    'problem problems issue issues sick_of tired_of fed_up ~chok shida trouble tatizo matatizo ~sumbu ~sumbua changamoto complaint complain complaining complaints malalamiko lalamika ~lalamik report reporting ripoti ~ripoti rude mrude insult insulted insulting insults ~tusi matusi disrespect disrespectful disrespected bully bullied bullying unfair mistreated ~dharau is_too_much ni_too_much complaining_about brings_people brings_girls brings_guys brings_visitors analeta_watu ~tukan ~tukana analeta_wasee',
  OFF: '~tup inanitoa kicks_me kicking_me kick_me_out throws_me logs_me_out drops cuts keeps_cutting off down out outage disconnected disconnect disconnecting disconnects ~zim ~zimik ~kat ~katik ~pote blackout missing dropping unstable ~end_off haiko hakuna hamna shortage rationing upungufu offline fluctuating fluctuates on_and_off comes_and_goes ~katakat intermittent unreachable hauko haupo',
  CONNECT:
    'log log_into ~ingi enter_wifi connect connecting connected connection conect conecting join ~ungan ~unganish ~ungw log_on hook nitaconnect_aje nitaunganisha_aje naconnect_aje',
  USE: 'use using used ~tumi type enter input put weka ~wek key_in ~andik ~ingiz redeem activate',
  DEVICE:
    'device devices laptop laptops lappy tablet tv smart_tv computer kompyuta gadget gadgets desktop phones simu_mbili machine playstation ps5 ps4 console decoder firestick pc macbook xbox chromecast tvs smartwatch smartphone ipad roku',
  SHARE:
    'share sharing shared gawana ~gawan ~shirik tether kushare nishare ku_share ~gaw_na together watu_wangapi how_many_people wasee_wangapi people_share kumpa nimpe kumpatia nimpatie wangapi mnakaa_wangapi tunakaa_wangapi watu_ngapi split splitting tugawane tushare tukishare tunashare use_together',
  LEFT: '~baki ~bakish left remaining remain remains remainder ~baki ~ish expire expires expired expiry run_out used_up ends finish finished imeisha over usage consumed pending still_have do_i_still_have i_still_have have_left nimebakisha ~salia nimebakiza ~bakiz ended iliyobaki zilizobaki yaliyobaki ~bakia balance_ya_data balance_ya_bundle mb_do_i_have mbs_do_i_have data_do_i_have gb_do_i_have gbs_do_i_have mb_niko_nazo data_niko_nayo nimetumia_data nimetumia_mb nimetumia_gb data_nimetumia wifi_end bundle_end data_end wifi_ends',
  LAST: 'unlimited weekly daily hourly lasts duration how_long valid long_does validity ~dum siku_ngapi',
  RECENT: 'last latest recent mwisho ya_mwisho',
  LOST: 'lost lose losing misplaced misplace ~pote ~potez ~sahau forgot forgotten forget forgoten missing deleted disappeared locked_out_of_my_room locked_out_of_room locked_myself_out locked_out_my_room',
  OPEN: 'open opens opened opening close closes closed closing ~fungu ~fungul ~funguliw ~fung ~fungw operate mnafanya_kazi',
  OFFICE_HOURS:
    'office_hours opening_hours working_hours business_hours support_hours closing_hours opening_times opening_time closing_time closing_times saa_za_kazi saa_za_ofisi masaa_ya_kazi your_hours the_office_hours anyone_in_the_office someone_in_the_office anyone_at_the_office someone_at_the_office find_you_in_the_office find_someone_at_the_office are_you_around you_guys_around you_around mko_around mnakuwa_ofisini is_anyone_around anyone_around someone_around when_can_i_find_you kuna_mtu_ofisini mnafunguanga mnafunganga',
  OFFICE:
    'office ofice offices ofisi ofisini reception customer_care support desk admin administration afisi',
  DAY: 'weekend weekends saturday sunday monday holiday holidays jumamosi jumapili wikendi public_holiday weekday today leo tomorrow kesho christmas easter out_of_town jumatatu jumanne jumatano alhamisi ijumaa tuesday wednesday thursday friday sato',
  QUIET: '~nyamaz quiet silence silent quite_hours kimya utulivu curfew noise_rules lights_out',
  GATE: 'come_in come_back come_home kuingia_usiku nikichelewa_usiku gate geti lango gates entrance main_door kurudi nikirudi tukirudi nirudi coming_back coming_home return_late get_back_late coming_in_late come_late come_in_late to_be_back be_back back_in_the_hostel back_by kam_usiku kuja_usiku come_at_night rudi_saa rudi_usiku rudi_late kurudi_usiku kurudi_late',
  WATER:
    'water maji hotwater hot_water maji_ya_moto maji_moto mvua_ya_bafu shower showers bath kuoga ~og bafu bathroom tap taps bomba mfereji instant_shower maji_ya_kuoga mferejini bafuni water_tank water_tanks tank tanks tangi tank_ya_maji tangi_la_maji water_pressure',
  HOT: 'hot warm heater heated moto instant hotwater hot_water maji_ya_moto maji_moto vuguvugu cold baridi ice_cold freezing_cold lukewarm heaters',
  POWER:
    'power electricity stima umeme current lights light taa bulb bulbs balbu lamp lamps socket sockets switches blackout electric plug fuse extension soketi tokens kplc token_za_stima tokens_za_stima power_tokens token_ya_stima token_ya_umeme power_cut power_outage load_shedding giza stima_zimeenda',
  THING:
    'toilet toilets choo vyoo loo washroom sink sinks basin shower tap taps bomba door doors mlango lock locks kitasa kufuli window windows dirisha madirisha bed beds kitanda bunk chair kiti table meza desk mattress godoro ceiling roof paa dari drain drainage pipe pipes mfereji wall walls ukuta fan fridge cooker heater curtain curtains wardrobe kabati mirror shelf sakafu tiles handle hinge wire wires cable flush cistern glass stairs lift hook drawer locker microwave kettle bathroom bafu tv_set bulb balbu taa lamp light lights socket sockets soketi doorknob knob showerhead shower_head toilet_seat geyser window_pane pane mosquito_net padlock latch sewer sewage manhole gutter water_tank tank water_pump cupboard closet kioo ngazi soap_dish towel_rail rail staircase vent iron_box',
  OTHER_CODE:
    'dress_code code_of_conduct conduct promo promo_code postal postal_code country area_code qr till_code door_code gate_code pin_code code_of_the_gate code_of_the_door code_for_the_gate code_for_the_door',
  OTHER_CONTACT: 'emergency_contact emergency_contacts',
  CANCEL: 'cancel cancell',
  KEY: 'key keys ufunguo funguo fungua_room locked_out_of_my_room locked_out_of_room locked_myself_out locked_out_my_room',
  ROOM: 'live_here stay_here living_here kuishi kukaa_hapa mtu_mmoja watu_wawili double_room shared_room kuna_room kuna_rooms room rooms rum roomm chumba vyumba bedsitter bedsitters bedsitta single_room hostel hosteli keja kejani house nyumba digs crib space accommodation accomodation bedspace place_to_stay single rooms_have room_have do_you_have_a_room do_you_have_rooms do_you_have_any_rooms room_iko rooms_ziko room_ziko keja_iko kuna_keja kuna_vyumba vyumba_vipo mna_rooms mna_vyumba mko_na_room mko_na_rooms mko_na_keja mko_na_vyumba single_rooms double_rooms studio one_bedroom another_block other_block different_block makao malazi makazi accomo accom accommodations hostels place_to_live mahali_pa_kuishi pa_kulala pa_kukaa pa_kuishi two_sharing double_sharing bsitter swap_rooms room_ya_chini room_ya_juu chumba_cha_chini chumba_cha_juu one_person per_person',
  FREE: 'bure vacant vacancy vacancies vacany free available availability empty wazi nafasi space spaces open_room kuna_room left_rooms openings tupu empty_room empty_rooms',
  CHANGE:
    'changed update updating updated edit change changing switch switching swap swapping shift shifting move moving transfer ~ham ~hami ~hamish ~badil ~badilish badili upgrade kuchange nichange kushift nishift relocate exchange new_number new_line new_phone_number namba_mpya be_moved swap_rooms new_roommate another_roommate different_roommate nibadilishiwe nihamishwe kuhamishwa downgrade new_sim new_sim_card',
  APPLY:
    'join apply application applying applied reserve register registration registering registered enroll enrol ~sajili ~jisajili',
  MOVE_IN:
    'kuhamia nihamie nitahamia book booking reservation onboard onboarding admission join_hostel move_in moving_in movein jiunga ~jiung kujisajili jiandikisha requirements become_a_tenant new_tenant new_student tenant_mpya mpangaji_mpya kuingia_kama signup sign_up get_a_room need_a_room kuingia_hapo kuingia_hostel kuweka_nafasi weka_nafasi niwekee_nafasi nipangie_chumba kupanga_chumba secure_a_room get_admitted check_in checking_in form_ya_kuingia form_ya_kujoin application_form kujiandikisha first_year freshman fresher freshers view_the_room view_a_room view_rooms view_the_rooms come_view come_and_view come_for_viewing come_to_view viewing tour kuona_chumba kuona_vyumba kuona_room kuona_rooms kucheki_room kucheki_rooms kucheki_keja kuangalia_chumba kuangalia_room tuhamie tunahamia nahamia ninahamia kuishi_hapo kuja_kuishi shift_in shifting_in get_a_place secure_a_place secure_a_slot become_a_resident kupata_makao apate_makao nipate_makao kupata_chumba apate_chumba nipate_chumba kupata_room nipate_room apate_room needed_to_join needed_to_book book_a_place reserve_a_room reserve_a_place',
  LEAVE:
    'notisi notes_of_leaving nahama tunahama ninahama nitahama natoka ninatoka nikitoka nitatoka tunatoka kutoka_hapa ~hama_hostel kuhama_hostel leave leaving vacate vacating move_out moving_out moveout notice ~ondok quit terminate termination check_out checkout leaver kuhama_kabisa kutoka_hostel kumaliza ~hama_kabisa end_my_stay clear_out going_home depart graduate graduating finish_school finish_campus finishing_school finishing_campus clearing_campus clearing_school clear_campus namaliza_campus kumaliza_campus cancel_my_room cancel_my_stay anatoka wanatoka clearance clearing_form clear_with kuclear naclear clearance_form nishamaliza_chuo nimemaliza_chuo maliza_chuo nimemaliza_shule kuacha_chumba kuacha_room kuwacha_room acha_room naeza_toka done_with_school done_with_campus nikimaliza_chuo nikimaliza nimeamua_kutoka nataka_kutoka ninataka_kutoka natoka_hapo wont_be_coming_back not_coming_back not_be_coming_back sitarudi haturudi kuhama_mwezi_ujao kuhama_mwezi nahama_mwezi kuhama_hapa kuhama_hapo shift_out shifting_out move_away notice_period end_my_tenancy last_day_here exit_the_hostel kutoka_hostel_hii kuvunja_mkataba vunja_mkataba break_my_lease break_the_contract break_my_contract end_my_contract',
  COMPLETELY:
    'kabisa completely for_good permanently hostel_kabisa end_of_semester end_of_sem semester_end contract lease mkataba',
  DEPOSIT:
    'deposit deposits deposite amana caution caution_money dipoziti security_deposit refundable_deposit depo dipo caution_fee booking_fee',
  VISITOR:
    'visitor visitors guest guests mgeni wageni visit visiting sleepover sleepovers sleep_over overnight ~tembele ~tembelew come_over coming_to_see come_to_see see_me coming_over come_see come_and_see visits kunitembelea kuniona ladies_allowed girls_allowed boys_allowed opposite_gender opposite_sex boys_wing girls_wing ladies_wing kunisalimia anisalimie crash crashing stay_with_me stay_at_mine hang_out have_someone_over people_over friends_over have_people_over have_friends_over bring_a_friend bring_friends bring_someone alale walale kulala_kwangu overnite overnights over_for_the_night kuja_kwangu',
  SLEEP:
    'sleep sleeping sleeps lala ~lal spend_the_night stay_over stay_the_night night_over kulala nite stay staying ~ka_usiku bring ~let spend_a_night spend_night stay_a_night stay_for_a_night sleep_in sleep_here nights anakam_kulala leta spend kuspend',
  MUSIC: 'music mziki muziki ngoma songs_loud',
  NOISE:
    'noise noisy noises kelele makelele loud loudly shout shouting shouts ~piga_kelele disturb disturbing disturbance disturbed subwoofer woofer speakers speaker partying keleleni banging stomping dancing screaming yelling quarrel quarrelling quarreling makelele_mengi wanapiga_ngoma anapiga_ngoma kupiga_ngoma wanapiga_mziki anapiga_mziki blasting blasts blasted rowdy yell yells scream screams racket fujo cant_sleep siwezi_lala silali sijalala awake turn_it_down volume sound_system bass noisemakers noise_makers piga_kelele wanapiga_kelele anapiga_kelele mayowe tupige_kelele radio redio sauti sauti_ya_juu sauti_kubwa',
  NEIGHBOUR:
    'neighbour neighbours neighbor neighbors jirani majirani roommate roommates room_mate roomie roomies next_room next_door mwenzangu housemate nextdoor roomy rumie guys_upstairs people_upstairs room_above room_below wa_kando wa_juu_yangu room_ya_kando jirani_yangu room_inayofuata mwenza floormate floor_mates',
  DIRTY:
    'dirty filthy dirt chafu ~chafu mchafu trash rubbish garbage taka takataka bin bins dustbin smell smells smelly smelling ~nuk stink stinks harufu cleaning clean cleaner cleaners usafi litter mould mold cleaned pachafu ~chafuk uchafu messy grimy unclean overflowing_bin bin_is_full pit smelt hygiene machafu zimechafuka imechafuka kimechafuka sewage disgusting gross nasty',
  PEST: 'snake snakes nyoka lizard spiders bedbug bedbugs bed_bugs kunguni cockroach cockroaches mende rat rats panya mice mouse mosquito mosquitoes mbu ants siafu termites pests pest insects wadudu fumigate fumigation flea fleas viroboto bees nyuki cobweb cobwebs centipede rodent rodents mapanya mamende mambu chawa',
  STEAL:
    'taken_my wamechukua ~ib stolen steal stole stealing theft thief thieves mwizi wezi ~ibi ~ibiw robbed robbery rob robber burglary burglar broke_into break_in break_ins ~vami pickpocket wameniibia kuibiwa mizii wizi snatched someone_took somebody_took took_my they_took who_took amechukua alichukua walichukua ~nyangany ~chomo ngeta break_into breaking_into imechukuliwa ilichukuliwa zimechukuliwa vimechukuliwa yamechukuliwa went_through_my wamenipiga_simu vanished went_missing gone_missing wamebeba amebeba alibeba walibeba imebebwa zimebebwa kimebebwa mwivi nicked took_cash took_money took_everything',
  BELONGING:
    'phone simu wallet bag begi id laptop kitambulisho shoes viatu kiatu clothes nguo charger earphones passport card kadi watch pochi purse handbag mkoba ipad airpods headphones jewellery sandals sneakers jacket jumper hoodie sweater headset powerbank power_bank calculator slippers suitcase hard_drive earpods duvet jeans trouser spectacles glasses smartwatch ndula kofia',
  EMERGENCY:
    'kill_myself kill_me kujiua nijiue dying anakufa amekufa amezimia zimia passed_out unconscious haamki cannot_breathe labour chest_pain vita unsafe not_safe siko_salama feel_unsafe wanapigana emergency dharura ambulance fire burning sick ill unwell mgonjwa ~ugu fainted faint ~zirai bleeding blood damu injured injury ~jeruhi ~jeruhiw hurt accident ajali attack attacked attacking fight fighting ~pigan danger dangerous hatari rape raped harass harassed harassment harassing threatened threaten threat violence abused assault assaulted suicide knife kisu moshi police polisi gas_leak smell_gas smelling_gas electrocuted electric_shock collapsed break_into breaking_into kuvunja_mlango smoke_coming smell_smoke smoke_from seeing_smoke see_smoke inaungua zinaungua kunaungua following_me stalking stalker cut_himself cut_herself cut_myself harufu_ya_gesi gesi_inavuja there_is_smoke theres_smoke is_smoke lots_of_smoke so_much_smoke kuna_moshi smoke_everywhere anavunja_mlango wanavunja_mlango anajaribu_kuvunja breaking_my_door trying_to_break trying_to_enter trying_to_get_into_my forcing_the_door overdose seizure asthma asthma_attack convulsing choking drowning short_circuit sumu poison poisoned amekunywa_sumu kunipiga kutupiga amenipiga ananipiga wananipiga wamenipiga wanatupiga has_a_gun with_a_gun bunduki not_breathing cant_breathe hapumui stabbed gunshot gunshots risasi majambazi jambazi kidnapped kidnap ~shambuli amejikata anavuja_damu ameumia ameungua amezirai in_labor anampiga wanampiga beating_up heart_attack hakupumua breaking_the_door break_the_door thieves_are wezi_wako kuna_wezi kuna_mwizi wezi_hapa thief_is intruder intruders thieves_in_the thieves_in_my thief_in_the thief_in_my gas_inanuka gesi_inanuka harufu_ya_gas gas_smell smell_of_gas gas_smells smells_of_gas gas_inavuja gas_leaking gas_is_leaking nasikia_gas nanusa_gas kill_herself kill_himself kill_themselves amejiua kujinyonga amejinyonga',
  FIRE: 'moto',
  SECURITY:
    'walk_there walking_back walk_back walking_there walk_at_night walking_at_night road_is_bad area_is_bad dangerous hatari security guard guards guarded ulinzi askari soja watchman watchmen usalama safe safety walinzi mlinzi cctv',
  HUMAN:
    'human person mtu agent caretaker caretakers keateka mtunzaji manager management meneja landlord landlady mwenye_nyumba staff somebody_real real_person customer_care customer_service mhudumu someone msimamizi mwangalizi warden matron housekeeper in_charge incharge person_in_charge care_taker careteker receptionist secretary operator attendant superintendent keja_owner mkubwa',
  TALK: 'talk talking speak speaking ongea ~onge ~zungumz chat_with call calling called piga_simu ~pigi nipigie kupigia contact contacts reach_you reach_out mawasiliano wasiliana ~wasilian hotline whatsapp sms_you ongelesha kuongelesha complain_to ~bong call_me call_me_back get_in_touch in_touch write_to dm inbox text_you get_hold_of simu_yenu namba_yenu nambari_yenu email_yenu your_contacts niongee reach_someone reach_anyone',
  NUMBER:
    'digit digits tarakimu number numbers namba nambari num numba nambayenu new_number new_line new_phone_number namba_mpya phone_no tel_no contact_no till_no paybill_no line_no new_sim new_sim_card',
  PHONE: 'phone fone simu telephone mobile line cell phone_no tel_no',
  EMAIL: 'email emails mail_address barua_pepe gmail e_mail',
  ADDRESS:
    'located location address directions direction map maps ~patikan mko_wapi uko_wapi where_are_you iko_wapi_hostel eneo anwani pin_location gps situated kufika_hapo distance far campus_distance how_far location_pin get_there getting_there kufika_huko nitafikaje nafikaje tunafikaje town mjini cbd mtaa mtaani which_estate estate street road route place_gani area_gani sehemu_gani karibu_na_chuo near_campus near_the_university near_the_campus close_to_campus mji_gani county_gani which_town which_city nishuke nishukie nitashuka nashukia kushukia ~shuki alight drop_off get_off kwenu which_stage stage_gani landmark landmarks from_town from_cbd nipande matatu_gani route_gani google_maps location_yenu side_gani pande_gani upande_gani find_you where_exactly walking_distance far_from ramani mnapatikana_wapi mko_area nitawapata_wapi place_iko place_yenu_iko',
  YOU: 'you company kampuni your yours yenu nyinyi mko mnapatikana residence hostel hosteli this_place private_hostel is_this_a is_this_hostel is_it_a',
  SERVICES:
    'services service huduma amenities amenity facilities facility offer offers offering ofer provide provides ~tolea cleaning_services cleaning_service room_cleaning kusafishiwa who_cleans someone_who_cleans cleans_the cleaners_come cleaning_lady clean_our_rooms clean_rooms clean_the_rooms mnatoa mnapeana mnaoffer mnatoanga mnasafisha mnasafishanga do_you_clean mtu_wa_kusafisha wa_kusafisha kusafisha_room kusafisha_rooms kusafisha_vyumba cleaning_included is_cleaning',
  LAUNDRY:
    'laundry laundary washing_clothes wash_clothes washing_machine dobi ~fu kufua nguo_kufua dryer ironing iron kufulia wash_my_clothes do_my_clothes washes_clothes washes_our_clothes clothes_washed mama_fua wash_our_clothes laundromat mnafua do_laundry nifuliwe kufuliwa my_clothes_washed washing hang_clothes clothesline clothes_line dry_my_clothes ~anik drying_lines kuosha_nguo naosha_nguo naoshea kuoshea nguo_naoshea tunaoshea wapi_kuosha osha_nguo',
  POST: 'post posts posting posted advertise advertising advertisement advert adverts ad ads tangaza ~tangaz tangazo matangazo sell selling sale uza ~uz kuuza comment comments commenting feed community marketplace market kupost nipost chat_with_author unread buy_and_sell promote biashara listing listings noticeboard notice_board nauza ninauza niuze tangazo_langu',
  PASSWORD:
    'namba_ya_siri nambari_ya_siri password passwords pasword passwd passwrd pwd nywila nenosiri neno_la_siri neno_siri paswad paswod reset_link reset_email reset pasiwadi neno_siri_langu resetting passkey pswd',
  LOGIN:
    'login log_in logging_in logged_out sign_in signin signing_in ~ingia_kwa_account kuingia_kwenye_akaunti ku_login kulogin nilogin logging otp username locked_out doesnt_recognise doesnt_recognize not_recognised not_recognized credentials invalid_credentials wrong_credentials too_many_attempts attempts too_many_tries try_later try_again_later ku_sign_in kusign_in user_name details_are_wrong details_are_incorrect cant_sign cant_access_my_account kuingia_kwa_app kuingia_kwenye_app kuingia_app ingia_kwa_app ingia_kwenye_app kufungua_app access_my_account logs_me_out wrong_details',
  ACCOUNT:
    'account acount acc profile akaunti close_my_account close_account close_the_account closing_my_account acct',
  LOCKED: 'locked lock_out blocked suspended disabled deactivated imefungwa',
  DELETE:
    'delete remove deactivate close_my_account futa ~fut erase close_account close_the_account closing_my_account',
  NAME: 'inaitwa inaitwaje unaitwa unaitwaje called_what name names jina majina which_network',
  PICTURE: 'picture photo pic image avatar picha profile_picture profile_pic',
  DETAILS: 'details detail info information profile taarifa',
  PRIVACY:
    'privacy private personal_data my_data my_information data_protection faragha my_id_photo id_photo id_scan my_id_safe id_safe data_zangu taarifa_zangu ziko_salama id_copy copy_of_my_id share_my_data share_our_data sell_my_data our_data data_yetu confidential confidentiality personal_info personal_information sell_our_data access_my_data data_yangu_salama data_yangu_iko_salama mnaweka_data mnahifadhi mnatunza',
  SEE: 'see sees look view access ~on ~onao ona kuona cheki checki ~angali ~angalia angalia',
  PET: 'pet pets dog dogs cat cats mbwa paka kitten puppy puppies rabbit sungura mnyama wanyama parrot hamster animal animals kufuga',
  PARK: 'parking park parked garage maegesho egesho ~egesh kuegesha parking_space parking_lot parking_slot leave_my_car leave_my_bike keep_my_bike keep_my_car keep_my_motorbike weka_gari weka_pikipiki weka_nduthi weka_baiskeli kuweka_gari',
  MAIL: 'parcel parcels delivery deliveries deliver delivered mzigo jumia glovo courier uber_eats rider kilimall posta package_delivery receive_packages my_package package_arrived my_packages packages_for a_package receive_parcels postman postage g4s sendy pickup_mtaani delivery_guy delivery_person deliveryman aliexpress amazon shein wells_fargo dhl speedaf bolt_food food_order order_online ordered_online ~letew nimeletewa kuletewa ~agiz nimetumiwa_mzigo furushi mizigo package_from package_has_come package_came package_has_arrived receive_a_package pick_my_package leave_a_package leave_my_package package_delivered package_yangu parcel_yangu letter_box letterbox mailbox',
  SMOKE:
    'bash birthday sherehe karamu alcohol drink drinking drinks smoking smoke pombe bangi weed sigara cigarette cigarettes shisha vape beer bia drugs bhang ndom party parties partying kunywa ~vut_sigara mukhwano miraa house_party vuta kuvuta fegi keg changaa whisky wine vodka liquor hookah ~lew lewa kulewa drunk booze tusker guinness gin spirits sheesha ganja kush smoker smokers vaping e_cigarette e_cigarettes birthday_party bday get_together khat mogoka muguka uvutaji ulevi tobacco tumbaku bday_party smoking_zone smoking_area',
  FURNITURE:
    'kitanda vitanda meza kiti godoro kabati furnisha samani furniture furnished furnish kitchen jikoni cook cooking ~pik kupika bed beds mattress table wardrobe desk inside balcony ensuite en_suite own_bathroom self_contained microwave fridge tv_room study_room common_room big size people_per_room sharing per_room rooms_have room_have own_toilet own_toilets own_shower own_kitchen own_bathrooms private_bathroom choo_ndani bafu_ndani toilet_inside bathroom_inside jiko majiko gas cylinder meko coil hotplate hot_plate electric_cooker rice_cooker airfryer air_fryer electric_coil gesi jiko_la_gesi utensils sufuria bedding bedsheets blanket blankets pillow shelves decorate rooms_like how_are_the_rooms rooms_look room_look ziko_aje come_with comes_with kettle electric_kettle iron_box pressure_cooker blender toaster pika kupikia makaa charcoal induction_cooker paraffin mto shuka pillows duvets ironing_box provided fitted study_table ukubwa how_big how_large kubwa_aje kubwa_kiasi_gani kubwa_kiasi',
  COOK: 'cook cooking ~pik kupika pika kupikia kitchen kitchens jikoni jiko majiko own_kitchen gas cylinder meko coil hotplate hot_plate electric_cooker rice_cooker pressure_cooker induction_cooker airfryer air_fryer electric_coil gesi jiko_la_gesi makaa charcoal paraffin utensils sufuria',
  GYM: 'gym gyms gymnasium fitness_centre fitness_center fitness_room work_out workout',
  POOL: 'pool pools swim swimming swimming_pool swimming_pools kuogelea bwawa bwawa_la_kuogelea',
  STUDY_ROOM:
    'study_room study_rooms study_area study_areas study_space study_hall reading_room reading_area place_to_study chumba_cha_kusomea mahali_pa_kusomea sehemu_ya_kusomea',
  LIFT: 'lift lifts elevator elevators lifti',
  TV_ROOM:
    'tv_room common_room common_rooms tv_lounge lounge television_room sitting_room chumba_cha_tv',
  GENERATOR:
    'generator generators genset jenereta backup_generator backup_generators standby_generator backup_power power_backup inverter',
  CCTV: 'cctv cctvs cctv_camera cctv_cameras security_camera security_cameras surveillance',
  WATER_TANK:
    'water_tank water_tanks tank tanks tangi matangi tenki borehole water_storage reserve_water tank_ya_maji tangi_la_maji',
  ME: 'am_i do_i i_am niko nimepewa i_was_given was_i_given was_i assigned allocated nilipewa nimepangiwa nilipangiwa nimewekwa niliwekwa mmenipea mlinipea mmeniweka uliniweka',
  PARTNER:
    'girlfriend boyfriend gf bf bae dem manzi chali mpenzi girl_friend boy_friend mschana msupa babe wife husband fiance demu chick bibi mchumba my_man hubby fiancee sweetheart mume mke boifrendi mpenzi_wangu mpz',
  VEHICLE:
    'car cars gari magari motorbike motorcycle pikipiki nduthi bicycle bicycles bike bikes baiskeli scooter boda_yangu my_boda my_bodaboda motobike motorbikes motorcycles nduthi_yangu tuktuk tuk_tuk van probox vitz bicycle_yangu my_ride suv mkokoteni',
  LETTER: 'letter letters barua',
  HOSPITAL: 'hospital hospitali clinic doctor daktari',
  AMOUNT: 'thao thousand elfu ngiri k_moja',
  COUNT: 'how_many hw_many all_over everywhere kila_mahali',
  TRY: 'tried try trying tries jaribu ~jaribu',
  INCLUDED: 'included inclusive free',
  ADVERT: 'advertise advertising promote tangaza ~tangaz my_business biashara_yangu',
  DATE: 'tenth fifteenth fifth',
  INSIDE: 'in_the_room in_the_rooms in_a_room in_each_room inside_the_room inside_the_rooms',
  OUTSIDE: offTopicWords,
  RULES:
    'rules hostel_rules house_rules ground_rules regulations dos_and_donts terms conditions terms_and_conditions sheria masharti kanuni',
  CHAT: 'chat chat_with chats chatting kuchat chatroom chat_group group_chat tenants_chat my_messages messages_to messages_with message_someone message_the_seller message_a_tenant text_the_seller text_someone texting_me messaging_me a_message_i_sent ujumbe_kwa_mwenye nitaandikiaje naandikiaje inbox_someone dm_someone direct_message block_someone write_to_the_seller write_to_the_author',
  ROOM_MATE:
    'who_i_share who_will_i_share who_do_i_share who_i_will_share share_with_who share_with_whom i_share_with live_with_my_friend stay_with_my_friend share_with_my_friend share_with_a_friend share_a_room_with share_room_with sharing_with_a_stranger with_a_stranger with_strangers put_me_with choose_who choose_my_roommate choose_a_roommate pick_my_roommate choose_roommate my_new_roommate alone_in_the_room kukaa_na_rafiki kuishi_na_rafiki kushare_na_rafiki kukaa_na_beshte kushare_na_beshte kushare_na_nani nitashare_na_nani nitakaa_na_nani nakaa_na_nani kuchagua_roommate nichague_roommate nitachagua_roommate mtu_nisiyemjua find_me_a_roommate get_a_roommate have_a_roommate',
  PAPERS:
    'documents document papers paperwork nyaraka karatasi karatasi_gani stakabadhi_gani vitambulisho birth_cert admission_letter joining_letter photocopy photocopies copy_of_my_id id_copy passport_photo passport_photos id_ama_passport need_to_carry need_to_bring supposed_to_bring nikuje_na_nini kuja_na_nini nibebe_nini nabeba_nini',
  VIEWING:
    'view_the_room view_a_room view_room view_rooms view_the_rooms see_the_room_before see_a_room_before see_the_rooms_before come_view come_and_view come_for_viewing come_to_view viewing tour kuona_chumba kuona_vyumba kuona_room kuona_rooms kucheki_room kucheki_rooms kucheki_keja kucheck_room kucheck_keja kuangalia_chumba kuangalia_room nione_room nione_chumba nione_keja visit_before see_the_place come_see_the_room come_see_the_rooms see_it_first look_at_the_room check_out_the_room check_the_room_first',
  CASH: 'cash pesa_taslimu taslimu bank benki bank_transfer bank_deposit by_card with_a_card credit_card debit_card visa_card atm_card cheque hundi kwa_mkono equity',
  COVERS:
    'include includes included inclusive inajumuisha kujumuisha inajumlisha cover covers part_of_the_rent part_of_rent ndani_ya_rent ndani_ya_kodi on_top_of_rent on_top_of_the_rent apart_from_rent separately separate_bill separate_bills utilities utility bills tunalipa_apart nalipa_apart inalipwa_apart',
  RETURN:
    'itarudi yatarudi utarudi zitarudi inarudi yanarudi unarudi zinarudi come_back coming_back be_back back_on be_restored restored rudisha_maji rudisha_stima yarudi irudi',
  /** Asks whether something may be done. */
  ALLOWED:
    'can_i can_we may_i may_we could_i am_i_allowed are_we_allowed allow allows allowed permitted permit permission naeza naweza ninaweza tunaweza tunaeza anaweza anaeza inaruhusiwa zinaruhusiwa naruhusiwa ninaruhusiwa ruhusiwa ruhusa mnaruhusu ~ruhusu ~ruhusiw policy is_it_okay is_it_ok is_it_fine legal ~kubali ~kubaliw acceptable okay_with_you is_that_okay is_that_ok ni_sawa ni_poa welcome welcomed banned prohibited against_the_rules forbidden okay_if ok_if alright_if cool_if is_there_a_problem_if marufuku hairuhusiwi haziruhusiwi hawaruhusiwi ~katazw can_someone can_she can_he can_they do_you_accept do_you_mind do_you_guys_mind ~kataz can_live can_stay iko_sawa is_it_a_crime illegal against_rules kosa_ku smoking_zone smoking_area',
  DEATH: 'died dies death mortuary amekufa alikufa amekuja_kufa kifo',
  WEATHER: 'rain rains raining rainy mvua inanyesha ikinyesha',
  NEAR: 'near nearby nearest closest nearest_to close_to close_by around_here near_here karibu_na karibu_hapa',
  SEMESTER:
    'per_semester per_sem a_semester kwa_semester kwa_sem ya_semester each_semester per_month kwa_mwezi',
  SCAM: 'spam spams spamming scam scams scammer scammers fraud fraudster conman conmen utapeli matapeli tapeli fake_post fake_posts fake_ad fake_ads offensive abusive ujinga upuzi nonsense fake fakes',
  REQUEST: 'request requests ombi approve approves approved approval',
  VACANT:
    'nafasi vacant vacancy vacancies vacany kuna_room kuna_rooms do_you_have_a_room do_you_have_rooms do_you_have_any_rooms room_iko rooms_ziko room_ziko keja_iko kuna_keja kuna_vyumba vyumba_vipo mna_rooms mna_vyumba mko_na_room mko_na_rooms mko_na_keja mko_na_vyumba bedsitter bedsitters single_rooms double_rooms studio one_bedroom fully_booked mmejaa you_full slots slot hostel_imejaa keja_zimejaa vyumba_vimejaa still_a_place a_place_for place_for_one hostel_full is_it_full still_available still_vacant spaces_left rooms_left room_left openings empty_room empty_rooms room_empty chumba_tupu room_tupu vyumba_tupu kuna_space mko_na_space mna_space kuna_slot mko_full space_ya is_there_one is_there_any_left do_you_have_one',
  MINE: 'my mine yangu langu changu wangu zangu yetu our',
  OWNER:
    'owner owners owned owns mmiliki mwenye private_hostel government university_hostel run_by belong belongs belong_to inamilikiwa anamiliki anayemiliki who_manages who_runs nani_anasimamia',
  SHOW_ME:
    'show_me nionyeshe onyesha list everything all_i_paid kila_kitu nicheki nichekie nicheckie nichekia nicheckia nitolee orodha orodhesha',
  WEBSITE:
    'youtube netflix tiktok instagram google facebook zoom whatsapp_web websites zoom_class zoom_classes online_class online_classes google_meet meet_call video_calls any_website any_site sites any_page',
  FLOOR:
    'floor upper lower upstairs downstairs ghorofa ghorofani cha_juu cha_chini vya_juu ground_floor top_floor first_floor room_ya_chini room_ya_juu chumba_cha_chini chumba_cha_juu',
  APP: 'app application website site system page link dashboard screen mfumo',
} as const

/** `UNKNOWN` is in messages with a word that is in no lexicon, `MORE` in those with more than one word that says something. */
export type Concept = keyof typeof lexicon | 'UNKNOWN' | 'MORE'

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
  anyone helb stage comes exactly main frm shud wud cud thnks dis dat wit coz bcoz bt nd abt sth smth gud tym rest own number_ya mara tatu tano siku nje kila juu chini niende enda endelea wanafaa nafaa inafaa kutoka basi nko nov dec jan feb mar apr jun jul aug sept oct january february march april june july august september october november december naruhusiwa tunaeza inaeza waeza yake vipindi halafu alafu kisha pa have had kwangu kwako kwake kwetu kwao wanaweza nini says say said feel give user campus niko tupu hiki tunataka unataka inawezekana possible want pia number_one yule same mahali end place people way dont doesnt didnt isnt wont hasnt havent cant cannot never because cause cos kwani kwa_nini kwanini mbona hakuna hamna haina sijui floor wing block our
  bahati saying says instead badala inaondoka zinaondoka linaondoka first firstly well actually under write wrote written home hard difficult easy ground sure happen happens happened happening seem seems reply respond answer answered plan planning decide decided hope hoping believe think thought guess remember remembered knows knew understand understood mean means meant kind sort places point man woman kid kids young old little quick quickly fast early normally usually always sometimes often rarely whole entire full similar currently present immediately urgent urgently asap anytime sometime everywhere somehow however whichever wherever such plus including include includes included extra additional correct correctly proper clear great bad worse worst better good nice awful terrible horrible seriously truly simply totally given gives giving gave carry hold told tells telling item items product products goods textbook textbooks secondhand corridor corridors hallway block compound passage completely lot lots bought_it fully juzi tangu mnasema nasema wanasema sema njema haya pekee peke pili mwanzo wakati kati mbele nyuma mbali kando upande nyumbani mtoto watoto sasahivi hivisasa daima kawaida neno maneno maswali jibu tusaidie nieleze nielezeni eleza elezea fafanua eti yaani manake kumbe ndiyo hata ingawa kwamba kuwa kwahivyo hivyo hilo hili huyu wale zile hizo ambayo ambao kwenda kupitia sababu mob manze maze mazee manzee morio maboi sahii saahii ivi ivo fala wakuu mkuu kuhusu hasa kweli lazima labda ni_kama kidogo_tu bloku bana wah wadau enjoy enjoying dear madam fam pal mate hi_there whats_up got_it else apart inaenda ziko kadhaa via stop stops months_ago taratibu option options akiwa nimeamua choose select side mpo fomu wanapiga hostel_hii bad njia maelezo ready kaa nayo nazo nalo nao nacho mko mnazo mnayo supposed ebu hebu stuff zenu few more lazima form back good start starts starting run bit try trying tried supposed given keep keeps kept somewhere middle guy guys soon live lives living longer university chuoni mins min minutes minute hrs seconds msee wasee mmoja kimoja watu wanakaa tunakaa anakaa nakaa ninakaa vitu kitu iliyopita iliopita zilizopita yaliyopita mliopita haraka ujumbe meseji zote yote wote menu able exactly assist cool wanaeza unaeza mnaeza vyenye venye hadi kwanza ili online class five ten thirty fine anywhere properly whenever either neither though actually honestly basically literally maybe perhaps almost until around along instead without within between uni building buildings jengo plays played playing nzima ndani kina vina zina mna zipo yapo upo ipo wapo pamoja nifuate kumi tatu nne sita saba nane tisa ishirini required bill outside collect away documents imesema inasema wamesema anasema robot  samahani study studying natoa naitoa kutoa bot useless small tufuate long paper vyenu kadogo`
    .split(/\s+/)
    .filter(Boolean)
    .concat(towns),
)

/** Openings that are a greeting when nothing else is said. */
export const greetings = new Set(
  'guys how are doing oya you friend to wewe rada zenu heyy hii hiii is here rafiki mkuu anyone anybody online around mornin mng mko mambaje asubui asubuhii hii hi hello hey heey hallo helo hellow habari mambo jambo sasa niaje vipi hujambo shikamoo salama sema xaxa poa good morning afternoon evening day morn there all everyone yako yenu gani ya asubuhi mchana jioni bot assistant boss bro buda za leo yo sup hae mzima uko fiti wasee msee aje wagwan greetings dear sir madam team marahaba'.split(
    ' ',
  ),
)
export const farewells = new Set(
  'buda budah brathe kunisaidia kutusaidia bunch million needed umenisort mmenisort umenishika nimesort imeisha ahsante nimepata nimeelewa naelewa tumeelewa that haya njema siku alafu thats all have really helped helpful umenisaidia mmenisaidia imenisaidia umesaidia appreciated ive maelezo nashukuru tunashukuru wako wenu for the your help helping time msee mkuu rafiki shukrani kwa msaada thnks tnx tnks basi tuongee tutaonana alright aight noma thanks thank thanx thx thnx you u asante asanteni asanti shukran shukrani alot lot a so very much many sana ok okay sawa bye goodbye kwaheri again great cool poa nice well good night welcome kabisa bro boss fiti perfect awesome noted tx ty later baadaye nimeshukuru appreciate it mungu akubariki done got'.split(
    ' ',
  ),
)

/** They fill a greeting or thanks, and say nothing alone. */
export const smallTalkFillers = new Set(
  'bunch million needed how are doing that friend dear haya njema siku to is here there all everyone up you u yako yenu gani ya za leo zenu wewe have really thats ive for the your help helping time msee mkuu maelezo kwa msaada it a so very much many alot lot got again later team sup dear'.split(
    ' ',
  ),
)
