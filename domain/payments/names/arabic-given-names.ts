/**
 * Given names, for `compareNames`. The Arabic ones hold together what is one name in Arabic script and in its Maghrebi,
 * Middle Eastern and English spellings, and keep apart what only looks alike (Hassen and Houcine, Jamel and Jamil).
 */

/** One name a line: its Arabic spellings, then its Latin ones. A name with `*` is common in Europe too. */
const ARABIC = `
محمد: mohamed mohammed mohamad mohammad muhammad muhammed mouhamed mouhamad mohand med mhamed
امحمد: mhamed mhammed
محمود: mahmoud mahmud mahmood
احمد: ahmed ahmad ahmet
حامد: hamed
حميد: hamid
حميدة: hamida
حمادي: hamadi hammadi
حمدي: hamdi
حمد: hamad
حماد: hammad
حمودة: hammouda hamouda
حسن: hassen hassan hasan hsan
حسين: houcine hussein hussain hossein houssein houssine hossain hocine hassine hsine housseine hussayn huseyin
حسان: hassane
احسان: ihsan ihsen
حسنة: hasna
حسناء: hasna hasnaa
محسن: mohsen mohsin mouhsen
علي: ali aly
عالية: alia aliya alya
علياء: alia alyaa alya
عماد: imed imad imade
عمر: omar amor omer umar aamor ommar
عمار: ammar amar
عامر: amer aamer ameur
عمرو: amr amro amrou
سالم: salem
سليم: slim salim selim
سليمان: slimane sliman soulaymane souleymane soleiman suleiman sulaiman souleiman solaiman slimen soulaimane slaiman
سلمان: salman salmane selman
سلمى: salma selma
سليمة: salima slima
سلوى: salwa saloua
سلامة: slama salama
صالح: salah saleh salih
صلاح: salah
صالحة: salha saliha
صلاح الدين: slaheddine salaheddine salahuddin salah-eddine slah
خالد: khaled khalid
خالدة: khalida khaleda
خليل: khelil khalil
خليفة: khelifa khalifa khlifa
يوسف: youssef yusuf youssouf yousef yousuf yusef yosef youcef yussuf yousif
يسرى: yosra yousra yusra
ياسر: yasser yassir yasir
ياسين: yassine yasin yassin yacine yasine
ياسمين*: yasmine yasmin yasmina jasmine
يحيى: yahia yahya yehia yehya
يونس: younes younis yunus younus
كريم: karim kareem kerim
كريمة: karima
كمال: kamel kamal kemal
كامل: kamel kamil
كوثر: kaouther kawthar kaouthar kawther
ليلى: leila layla laila leyla leyla
لطفي: lotfi lutfi lotfy
لمياء: lamia lamya lamiaa
لبنى: lobna loubna lubna
لينا*: lina
سمير: samir sameer
سميرة: samira
سامي*: sami samy
سامية: samia samya
سمية: soumaya sumaya somaya soumia sumayya
سنية: sonia saniya sania
سعيد: said saeed sayed
سعيدة: saida saeeda
سعد: saad
سعاد: souad suad
سفيان: sofiene soufiane sofian sufyan sofiane soufien soufiene
سيف: seif saif sayf
سيف الدين: seifeddine saifeddine seifedine saifuddin
سناء: sana sanaa
سهام: sihem siham
سهير: souhir suhair
سارة*: sara sarah
سندس: sondos sondes
صابر: saber sabir
صابرين: sabrine sabrin
صبري: sabri sabry
صفاء: safa safaa
صوفية*: sofia
عبدالله: abdallah abdullah abdulla abdalla
عبدالقادر: abdelkader abdulqadir abdelqader abdulkadir
عبدالعزيز: abdelaziz abdulaziz
عبدالرحمان,عبدالرحمن: abderrahman abderrahmen abderrahmane abdelrahman abdulrahman abdurrahman abdirahman
عبدالسلام: abdessalem abdeslam abdessalam abdelsalam abdulsalam
عبدالكريم: abdelkarim abdelkrim abdulkarim
عبدالمجيد: abdelmajid abdulmajid
عبداللطيف: abdellatif abdullatif
عبدالحميد: abdelhamid abdulhamid
عبدالحكيم: abdelhakim abdulhakim
عبدالوهاب: abdelwahab abdelouahab abdulwahab abdelwaheb
عبدالستار: abdessattar abdelsattar
عبدالناصر: abdennaceur abdelnasser abdennasser abdenasser
عبدالرزاق: abderrazak abdelrazak abderrazek abdulrazzak
عبدالجليل: abdeljelil abdeljalil
عبدالحفيظ: abdelhafidh abdelhafiz
عادل: adel adil
عادلة: adela
عدنان: adnan adnane adnen
عزيز: aziz
عزيزة: aziza
عزالدين: azzeddine ezzeddine azzedine ezzedine
عائشة: aicha aisha aycha ayesha aichah
عفاف: afef afaf
عصام: issam isam essam
عثمان: othman othmane osman uthman athmen
عربي: arbi
اسامة: oussama osama usama
اسماء: asma asmaa esma
اسماعيل: ismail ismael smail
اسلام: islam islem
اسكندر: iskander skander iskandar
اشرف: achraf ashraf
اكرم: akram akrem
الياس*: elyes ilyes elias ilyas
امال: amel amal
امل: amel amal
امان: amen aman
امين: amine amin ameen
امينة: amina aminah
امنة: emna amna
امير: amir ameer
اميرة: amira
انس: anis anes anas
انيس: anis anees
انيسة: anissa anisa
انور: anouar anwar anouer
ايمان: imen imene iman imane eman
ايمن: aymen ayman aimen aiman
ايناس*: ines inas enas
ايوب: ayoub ayyub ayub
ادم*: adam adem
ادريس: idris driss idriss
ابراهيم: ibrahim brahim ebrahim ibrahima
بلال: bilel bilal
بلقيس: belkis balqis bilqis
بسام: bassem bassam
باسم: bassem basem basim
بسمة: besma basma
بشير: bechir bashir bachir
بثينة: bouthaina bothayna buthaina
بدر: badr bader
بدرالدين: badreddine badredine
بية: beya baya
تامر: tamer
توفيق: taoufik tawfik toufik tawfiq taoufiq
ثريا: thouraya soraya
ثامر: thameur thamer
جمال: jamel jamal djamel djamal gamal
جميل: jamil jameel djamil
جميلة: jamila djamila
جلال: jalel jalal jelal
جليل: jalil jelil
جليلة: jalila
جعفر: jaafar jafar
جابر: jaber
جهاد: jihed jihad
حبيب: habib
حبيبة: habiba
حافظ: hafedh hafez
حليمة: halima
حمزة: hamza
حنان: hanen hanan hanane
حاتم: hatem hatim
حياة: hayet hayat
حكيم: hakim
داود: daoud dawood dawud daud
درة: dorra
رضا: ridha rida reda redha
راضية: radhia radia
راشد: rached rashed
رشيد: rachid rasheed rashid
رشاد: rached rachad rashad
رشدي: rochdi rushdi
رشيدة: rachida rashida
رفيق: rafik rafiq
رحمة: rahma
رمزي: ramzi
رياض: riadh riad ryad riyadh
رؤوف: raouf
رجاء: raja rajaa
رانية: rania
رانيا: rania
روضة: raoudha rawda
رملة: ramla
ريم*: rim reem rym
زينب: zeineb zaynab zainab zineb zeinab
زين: zine zein zayn
زينالعابدين: zinelabidine zinelabidin
زكرياء,زكريا: zakaria zakariya zakarya
زكية: zakia zakiya
زياد: zied ziad ziyad
زهير: zouhair zuhair zouheir
زهرة: zohra zahra
زهور: zhour
شاكر: chaker shaker
شكري: chokri shukri choukri shokri
شريف: cherif sherif charif sharif
شيماء: chaima chaymae shaima
شهاب: chiheb shihab
صادق: sadok sadek sadiq sadoq
ضياء: dhia diaa zia
طارق: tarek tariq tarik tarak tareq
طاهر: tahar taher tahir
طه: taha
فاطمة: fatma fatima fatimah fatema
فطيمة: ftima fatima
فتحي: fethi fathi fathy
فتحية: fethia fathia
فريد: farid
فريدة: farida
فارس: fares faris
فرج: fraj faraj fradj
فرحات: ferhat farhat
فراس: feres firas
فوزي: faouzi fawzi fouzi
فوزية: faouzia fawzia
فيصل: faycal faisal faysal fayssal
فؤاد: fouad fuad
قاسم: kacem qasim kassem gacem qassem
قيس: kais kays qais
ماهر: maher mahir
مالك: malek malik
مبارك: mbarek mubarak embarek moubarek mabarek
مبروك: mabrouk
مبروكة: mabrouka
مجدي: majdi magdi
مختار: mokhtar mukhtar moktar
مراد: mourad murad murat
مريم*: mariem meriem maryam mariam meryem miriam
مصطفى: mustapha mostafa mustafa moustafa moustapha
معز: moez moaz
منية: mounia monia
منى: mouna mona muna
منذر: mondher munther monther
منير: mounir munir monir
منيرة: mounira mounira
منصف: moncef monsef
منجي: mongi monji
منصور: mansour mansur
منال: manel manal
مهدي: mehdi mahdi
موسى: moussa musa mousa
ميلود: miloud
نادية*: nadia nadiya
نادر: nader nadir
ناصر: naceur nasser naser nasir
نجيب: nejib najib nagib
نجلاء: najla nejla
نجاة: najet nejet najat
نبيل: nabil nabeel
نبيلة: nabila
نزار: nizar nezar
نسرين: nesrine nisrine nasrin
نعيمة: naima naeema
نعيم: naim naeem
نور*: nour noor nur
نورة*: noura nora
نورالدين: noureddine nourredine nuruddin noureddin nourdine nouredine
نورهان: nourhen nourhan
نضال: nidhal nidal
هادي: hedi hadi
هادية: hedia hadia
هاشم: hachem hashem
هاجر: hajer hajar
هالة: hela hala
هدى: houda hoda huda
هشام: hichem hisham hicham hesham
هند: hend hind
هيثم: haythem haytham haithem
هيفاء: haifa hayfa
هنية: hania
وليد: walid oualid waleed
وائل: wael wail
وسام: wissem wissam
وسيم: wassim wasim
وفاء: wafa wafaa
وداد: wided widad
عربية: arbia
عبير: abir
علاء: ala alaa
علاءالدين: alaeddine aladdin alaeddin
غادة: ghada
غازي: ghazi
غسان: ghassen ghassan
رقية: rokaya ruqayya roukaya
خديجة: khadija khadidja khadijah
خولة: khaoula khawla
ذكرى: dhekra
حسام: houssem hussam hossam
حسامالدين: houssemeddine houssameddine
جواهر: jawaher
مها: maha
ناجي: neji naji nagi
ناجية: nejia najia
بوبكر,ابوبكر: boubaker aboubakr boubakar abubakr
عياض: iyadh iyad
اياد: iyed iyad
مروان: marouane marouen marwan marwane marwen
معاذ: moadh mouadh muath mouad
نوفل: naoufel nawfal
شادي: chedi shadi chadi
شادية: chedia shadia
زبير: zoubeir zubair zoubair
طيب: taieb tayeb taib tayyib
ازهر: lazhar
اخضر: lakhdar
هيكل: haykel haikel
جمعة: jomaa jemaa joumaa
رمضان: romdhane ramadan ramdane ramadhan
شعبان: chaabane shaaban chaaben
رجب: rajab rejeb rjeb
ربيع: rabii rabie rabi
خميس: khemais khamis khmais
عاشور: achour ashour
عواطف: aouatef awatef
سيرين: cyrine sirine syrine
اريج: arij areej
ملاك: malek malak
غيث: ghaith ghayth gaith
لؤي: louay loay
بهاء: baha bahaa
بهية: bahia
لطيفة: latifa
لطيف: latif
مفيد: moufid
مفيدة: moufida
وهيبة: wahiba ouahiba
صباح: sabah
شريفة: cherifa sharifa
فاضل: fadhel fadel
فضيلة: fadhila fadila
`

export type ArabicName = {
  id: number
  arabic: readonly string[]
  latin: readonly string[]
  /** Common in Europe too, so it does not show that the rest of the name is Arabic. */
  isShared: boolean
}

export const ARABIC_NAMES: readonly ArabicName[] = ARABIC.trim()
  .split('\n')
  .map((line, id) => {
    const [arabic, latin] = line.split(':') as [string, string]
    return {
      id,
      arabic: arabic.replaceAll(/[* ]/g, '').split(','),
      latin: latin.replaceAll('-', '').trim().split(/\s+/),
      isShared: arabic.includes('*'),
    }
  })
