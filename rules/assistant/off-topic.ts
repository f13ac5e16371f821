/**
 * Words of the world outside the residence, by subject, in English, Swahili and Sheng. A message with one of them is
 * answered only when the rest of it is beyond doubt. Words joined by `_` are written apart.
 */
const subjects = {
  religion:
    'church churches kanisa mosque msikiti temple pastor imam priest prayer prayers pray bible biblia quran worship ibada god mungu allah fellowship',
  body: 'kidney kidneys figo plasma sperm organ organs liver pregnant pregnancy mimba abortion contraceptive contraceptives condom condoms hiv virginity lose_weight weight_loss muscles pimples skincare soul my_eggs sell_my_hair my_idea my_heart broken_heart sell_my_blood sell_blood donate_blood blood_type',
  death:
    'passed_away passed_on funeral burial mazishi matanga msiba condolences obituary ameaga amefariki alifariki',
  love: 'love mapenzi crush dating tinder breakup broke_up dumped ameniacha amenidump marry marriage wedding harusi ndoa kuoa kuolewa divorce kiss sex cheating_on cheated_on heartbreak heartbroken lonely my_ex are_you_single soulmate romantic valentine kunipenda nakupenda nampenda ananipenda kupendwa penzi wa_kunipenda seduce flirt',
  studies:
    'fees_ya fee_balance my_fees fees_zangu school_portal student_portal portal_ya chuo_kingine kuhamia_chuo kuhama_chuo fee_payment fees_payment fee_deadline fees_deadline another_university another_campus another_uni tuition degree school_fees university_fees library units transcript grade grades gpa exam exams exam_fees course courses lecture lectures lecturer lec assignment assignments homework shule masomo mtihani results matokeo kcse thesis dissertation supervisor timetable calculus maths math hesabu physics chemistry biology photosynthesis essay past_papers registrar dean internship attachment my_class classes cat_1 cat_2 kuccps student_portal unit_registration graduation helb_portal helb_deadline helb_upkeep helb_application apply_for_helb retake supp supps sup clas campus_life best_university uni_fees pass_my_exams kmtc',
  money:
    'starlink zuku faiba safaricom_customer safaricom_care safaricom_calls safaricom_wame safaricom_wamenikata safaricom_wananikata network_provider pesa_ya_bundles my_airtel fuliza_nalipa pay_fuliza bank_opening bank_hours the_bank_charged my_bank bank_charges benki_yangu airtel_money on_airtel kwa_airtel overdraft savings_account bank_account open_a_bank bank_loan loan loans borrow lend nikopeshe nikope mkopo kopa tala fuliza mshwari m_shwari okoa_jahazi airtime kredo withdraw kutoa_pesa atm atms forex exchange_rate dollar dollars bitcoin crypto stocks invest investing investment sacco chama kra tax taxes insurance nhif nssf rich safaricom_bundle safaricom_bundles safaricom_data airtel_bundle airtel_bundles telkom_bundle bundles_za_safaricom bundle_ya_safaricom safaricom_balance mpesa_balance mpesa_statement sim_swap equity kcb absa coop_bank co_operative_bank stanbic ncba benki bank_loans fuliza_limit hustler_fund betika mpesa_limit mshahara home_fibre safaricom_home nyumbani_kwetu kuendesha driving_school learn_to_drive price_of_gas bei_ya_gas gas_price refill_gas gas_refill open_a_till my_business_till bank_card blocked_card',
  work: 'national_id id_ya_taifa kitambulisho_cha_taifa my_boss the_boss boss_wangu bosi_wangu employer my_employer not_paid_me hasnt_paid_me hajanilipa hawajanilipa job jobs ajira work_here hiring hire salary employment employ cv resume interview nataka_kazi kazi_yoyote nafasi_za_kazi nafasi_ya_kazi job_vacancy naomba_kazi natafuta_kazi kazi_hapo kazi_ya_usafi kazi_ya kibarua hustle side_hustle start_a_business internships wfh freelancing remote_work',
  travel:
    'gari_la_moshi treni kwa_mat mat_fare makanga conductor bus_fare fare_mara bus matatu flight flights plane airport sgr train taxi visa passport safari beach hotel ticket tickets dstv mafuta petrol boda boda_boda fare nauli drive_me take_me_to pick_me_up give_me_a_lift a_lift_to a_lift_from need_a_lift get_a_lift basi_inaondoka basi_linaondoka kplc_shares uber bolt passport_application ecitizen driving_licence driving_license good_conduct birth_certificate tourist',
  shops:
    'java kfc artcaffe mall post_office posta_ofisi back_home kijijini ushago my_parents_house my_mums_house my_mum_has parents_house wa_gari ya_gari car_door my_car_wont restaurant supermarket quickmart naivas carrefour chemist pharmacy salon barber kinyozi chips pizza pilau ugali chapati chapo recipe unga sukari mboga nyama mchele ndizi mayai mkate nyanya vitunguu sokoni soko mtumba gikomba shoe_shop barbershop',
  politics:
    'president rais governor senator election elections uchaguzi vote votes voting ruto raila gachagua parliament bunge maandamano politics siasa protests',
  sport:
    'football footballer soccer league arsenal chelsea world_cup olympics messi ronaldo mvua_ya_magoli bet betting bets sportpesa jackpot odds team_won won winner match mechi man_u manu man_united liverpool epl gor afc harambee_stars fifa timu kombe goli premier ligi',
  fun: 'joke jokes kichekesho story hadithi movie movies song songs lyrics poem riddle horoscope celebrity concert dj gta play_some_music play_me music_for_me news mafia mchongoano vichekesho filamu wimbo nyimbo msanii jaba tv_show series episode',
  knowledge:
    'capital_of capital france london translate tafsiri french spanish planet planets moon universe population square_root divided_by multiplied calculate weather hali_ya_hewa what_time_is_it saa_ngapi_sasa sasa_ni_saa_ngapi leo_ni_siku_gani what_day_is_it who_invented who_made_you who_created_you how_old_are_you meaning_of_life world dinosaurs in_accounting in_a_kettle in_economics in_chemistry in_physics in_history define new_york uganda tanzania usa china tallest biggest_country wikipedia bible_verse',
  devices:
    'piano guitar keyboard install iphone android samsung bluetooth printer excel python javascript hack hacking hacker kuhack root_my chatgpt phone_screen screen_is_cracked my_screen not_charging screenshot laptop_screen turn_off_the turn_on_the relationship water_bottle facebook_password gmail_password email_password instagram_password tiktok_password snapchat twitter facebook_account instagram_account tiktok_account google_account number_on_whatsapp history_of_the history_of_kenya kenyan_history drugs safaricom_network airtel_network telkom_network safaricom_line safaricom_signal faiba zuku windows_10 wallpaper ringtone whatsapp_status',
} as const

/** Elsewhere: rent in another town is not ours. Only after a preposition, since visitors also come from there. */
export const towns =
  'westlands kasarani kilimani karen rongai ruiru thika kitengela nairobi mombasa kisumu nakuru eldoret nyeri machakos kiambu roysambu kileleshwa lavington langata kampala london dubai'.split(
    ' ',
  )

export const offTopicWords = [
  ...Object.values(subjects),
  ...towns.flatMap((town) => [`in_${town}`, `huko_${town}`, `kule_${town}`]),
].join(' ')
