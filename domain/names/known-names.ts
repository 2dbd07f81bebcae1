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

/** Given names that are no usual surnames, folded (no diacritics); they show on which side of a name the surname is. */
const EUROPEAN = `
adele adrien agathe agnes aimee alain albert alexandra alexandre alexis alice alicia aline amandine amelie anais andre andrea andree anne annie
annick antoine antonin arnaud arthur aude audrey aurelie aurelien baptiste beatrice benedicte benjamin benoit brigitte bruno camille carine carole
caroline catherine cecile celine chantal charlotte chloe christelle christian christiane christine christophe claire clara claude claudine clement
clementine colette corinne cyril damien daniel daniele danielle david deborah delphine denise didier dominique edith edouard eliane elisabeth elise
elodie emilie emma emmanuel emmanuelle eric estelle etienne eva evelyne fabien fabienne fabrice fanny florence florian francine francis franck
francois francoise frederic frederique gabriel gabrielle gaelle gerald geraldine gerard gilbert gilles ginette gisele gregory guillaume guy gwenaelle
helene henri henriette hugo hugues huguette ingrid isabelle jacqueline jacques jean jeanne jeannine jeremie jeremy jerome joel joelle jonathan
josephine josette josiane judith julie julien juliette justine karine kevin laetitia laura laure laurence lea leo leon liliane lionel loic louis
louise luc lucas lucie lucien lucienne ludovic lydie madeleine magali manon marc marcel marcelle margaux marguerite marie marielle marina marine
marion marjorie marlene marthe martine mathilde mathieu matthieu maud maurice max maxime melanie michele micheline mireille monique muriel myriam
nathalie nathan nicolas nicole noemie odette odile olivia olivier pascal pascale patrice patricia patrick paul paule paulette pauline philippe pierre
pierrette quentin raphael raymonde rebecca regine regis remi remy renee richard rodolphe roger roland romain romane sabine sabrina samuel sandra
sandrine sebastien serge severine simone solange sonia sophie stephane stephanie suzanne sylvain sylvie theo theodore therese thibault thierry
thomas tristan valentin valentine valerie vanessa veronique victor victoire vincent virginie viviane william xavier yann yannick yves yvette yvonne zoe
adelheid alfred alois andreas anette anja anke annegret anneliese annette annika antje armin astrid axel barbara bastian beate bernd bettina
birgit birgitta birte bjorn brigitta burkhard carl carsten christa christina christof christoph claudia claus cornelia dagmar detlef diana dieter
dietmar dirk doris eberhard edeltraud egon elfriede elena elke ellen else erika erna ernst eugen ewald fabian felix florentine frank franz franziska
friedrich fritz gabriele georg gerda gerhard gertrud gisela gotz gudrun gunter gunther gustav hanna hannah hannelore hannes hans hansjorg harald
hedwig heike heiko heiner heinrich heinz helga helmut henrike herbert hermann hilde hildegard holger horst ilona ilse inga inge ingeborg ingo irene
irmgard jakob jan jana janina jens joachim jochen johann johanna johannes jonas jorg josef judit julia julian jurgen jutta karin karl karla karlheinz
karsten katharina kathrin katja katrin kerstin klara klaus konrad kurt lars lena lieselotte lisa lothar lotte ludwig luise lukas lutz manfred
manuela margarete margot margret marianne markus marlies martina mathias matthias michaela monika nadine nadja niklas nils norbert olaf oskar
otto petra philipp rainer ralf regina reiner reinhard renate rolf rosemarie rudiger rudolf ruth sabina sascha sebastian siegfried sigrid silke silvia
simon simone stefan stefanie steffen susanne svenja sven tanja theresa thorsten till tim tobias torsten udo ulrich ulrike ursula ute uwe vera
volker waltraud werner wilfried wilhelm willi wolfgang yvonne
adriana agustin aitor alberto alejandra alejandro alfredo alvaro amparo ana andres angela angeles angelica antonia antonio araceli arturo asuncion
beatriz begona belen benito blanca borja candela carla carlos carmen carolina catalina cesar clemente concepcion consuelo cristian cristina cristobal
daniela diego dolores eduardo elisa eloisa emilio encarnacion enrique ernesto esperanza esteban esther eugenia eugenio eulalia eva felipe felisa fermin
fernanda fernando fidel francisca francisco gabriela gerardo gloria gonzalo graciela guadalupe guillermo gustavo hector herminia horacio hugo ignacio
imelda inmaculada irene isabel isidro ismael ivan jaime javier jesus jimena joaquin jordi jorge jose josefa josefina juan juana julio laura leandro
leonor leticia lidia lorena lourdes lucia luis luisa luz magdalena manuel manuela marcela marcelo marcos margarita maria mariana mariano maribel
mario marisol marta martina mateo matias matilde mauricio mercedes miguel milagros miriam monica montserrat natalia nerea nieves noelia nuria octavio
olga oscar pablo paloma paola patricio paula paz pedro pilar rafael ramiro ramon raquel raul ricardo roberto rocio rodolfo rodrigo rosario salvador
santiago sara sergio silvia sofia soledad susana tania teresa tomas valentina valeria veronica vicente victoria violeta virginia ximena yolanda
abel afonso alda amelia anabela andreia armando arminda artur augusto aurora bernardo bruna caetano candida carlota cassio catarina celeste
cidalia conceicao debora deolinda diogo domingos duarte edson elsa ermelinda fabio fatima filipa filipe flavia flavio francisca gil gilberto
glaucia goncalo graca guilherme helder helena henrique humberto ines inacio iolanda irina isaura ivone joana joao jonas jorge jose juliana juliano
leonardo leopoldo lidia ligia luana lucilia madalena mafalda marcia marco mariana marilia marlene mateus matilde mauro mirian natercia nelson nuno
octavio olinda patricia paulo pedro rafaela raimundo regina renata renato rita roberta rogerio romeu ronaldo rosa rosana rui ruben rute sandro
sebastiao silvana simao sonia suzana tadeu tania telmo teresa thiago tiago tome ulisses vasco vera vitor
abigail adrian agatha alan alana alastair albert alec alexander alfie alison allan allison amanda amber amy andrew angus anna annabel anthony april
ashley audrey barry beatrice becky ben bernadette bethany beverley brandon brenda brendan brian bridget bruce calvin cameron carl carly carol
caroline catherine cathy charles charlie charlotte cheryl chloe chris christopher cindy claire clara clive colin colleen connor craig crystal cynthia
daisy damian daniel darren dave dawn dean deborah debra denis dennis derek diana diane donna doreen dorothy dougal doug duncan dylan edgar edith
edward edwin eileen elaine eleanor elizabeth ella elsie emily emma eric erin ernest ethan eugene evelyn fiona frances freddie frederick gareth gary
gavin gemma geoffrey george georgia gillian glenn grace graham greg hannah harriet harold harry hayley hazel heather heidi helen hilary holly howard
hugh ian imogen irene iris isaac isabella isla jack jacob jake james jamie jan jane janet janice jason jean jeff jennifer jeremy jessica jill jim
joan joanna joanne joe john jon joseph joshua joy joyce judy julia julie june justin karen kate katherine kathleen katie keith kelly ken kenneth kerry
kevin kim kirsty kyle laura lauren leah leanne lee leo leonard lesley leslie lewis liam lillian linda lisa lois lorna lorraine louise lucy luke lynn
mabel madison malcolm margaret maria marilyn marion mark martha mary matilda matthew maureen megan melanie melissa mia michael michelle mike mildred
mohan molly monica muriel nancy naomi natalie natasha nathan neil niamh nicholas nicola nigel noah norma olive oliver olivia oscar pamela patricia
patrick paul paula pauline peggy penelope penny peter philip phoebe phyllis poppy rachel ralph raymond rebecca rhys robert robin ronald rory
rosemary rosie roxanne roy ruby rupert russell ruth ryan sally samantha samuel sandra sarah sean shane shannon sharon sheila shirley sian sidney simon
sophia sophie stacey stanley stella stephen steve steven stuart susan suzanne sylvia tara teresa terence terry tessa theresa thomas timothy tina toby
todd tom toni tracy trevor tyler valerie vanessa veronica victor victoria vincent violet virginia vivian walter wendy wilfred william winifred yvonne zachary zoe
alessandra alessandro alessia alessio alfonso andrei angelo anna antonella antonino arianna bianca caterina chiara cinzia claudio cristiana dario
davide domenico donatella edoardo elena emanuele enrico enzo fabrizio federica federico filippo francesca francesco gaetano giacomo gianluca gianni
giorgia giorgio giovanna giovanni giulia giulio giuseppe giuseppina gianfranco ilaria ivano lorenzo luca luciana luciano luigi marcello marco
massimo matteo michela michelangelo mirko nicoletta nicolo ornella paola paolo pasquale piero pietro raffaele riccardo rosanna salvatore sandro
serena silvio simona stefania stefano tiziana tommaso umberto vincenzo vito vittoria vittorio
adem ahmet alper arda arzu asli ayhan aylin aynur aysel ayse aysun ayten aytac banu baris basak batuhan bekir berk berkay beyza bilal bilge birol
bugra bulent burak burcu busra can canan cem cemal cemile cengiz ceren cihan cigdem defne demet deniz derya didem dilek duygu ebru ece eda efe elif
emel emin emine emrah emre ender engin enes eray ercan erdal erdem erdogan eren erhan erkan erol ersin ertugrul esin esra evren eyup ezgi fatih
fatma ferhat feride ferit figen filiz fikret fulya funda furkan gamze gokce gokhan gonca gonul gul gulay gulcan gulden gulsah gulsen gulten gurkan hakan
halil haluk handan hasan hatice havva hilal hulya huseyin huseyn ibrahim ihsan ilayda ilhan ilker ilknur inci irem irfan ismail ismet ipek kaan kadir
kadriye kemal kenan kerem koray kubra levent mahmut mehmet melek melih melike melis meltem merve mert mesut metin mevlut mine mirac muge muhammet
muharrem murat musa mustafa muzaffer nalan nazan nazli necati nesrin nevin nihat nil nilufer nuray nurcan nuri nurten oguz oguzhan okan oktay omer
onur orhan osman ozan ozcan ozge ozgur ozlem pelin perihan pinar polat ramazan recep refik riza sabri sakir salih samet savas seda sedat sefa selcuk
selda selin selma semih semra sena sencan sercan serdar serhat serkan sevda sevgi sevil sevim sezen sezer sezgin sibel sinan sinem sukru suleyman sule
taner tarkan tayfun tekin tolga tugba tugce tuncay tulay turgut turhan ufuk ugur umit umut vedat volkan yagmur yasin yasar yavuz yeliz yilmaz yigit
yunus yusuf zafer zehra zeki zekiye zeliha zerrin zeynep
`

/** Vietnamese surnames: a name that begins with one ends with the given name. */
const VIETNAMESE_SURNAMES = `nguyen tran le pham hoang huynh phan vu vo dang bui do ho ngo duong ly dinh trinh doan truong lam mai dao cao luong ta`

/** Spanish surnames without the ending -ez. A Spaniard has two, of which the first is the surname in use. */
const SPANISH_SURNAMES = `garcia ruiz moreno munoz alonso navarro torres dominguez gil serrano blanco molina morales ortega delgado castro ortiz
rubio marin sanz iglesias nunez medina garrido cortes castillo lozano guerrero cano prieto cruz flores herrera pena leon marquez cabrera vega campos
fuentes carrasco caballero reyes nieto aguilar pascual santana herrero montero lorenzo hidalgo gimenez ibanez ferrer duran benitez mora arias
carmona crespo roman pastor soto velasco saez moya soler parra bravo gallardo rojas`

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
      latin: words(latin.replaceAll('-', '')),
      isShared: arabic.includes('*'),
    }
  })

export const EUROPEAN_GIVEN_NAMES: ReadonlySet<string> = new Set(words(EUROPEAN))
export const VIETNAMESE: ReadonlySet<string> = new Set(words(VIETNAMESE_SURNAMES))
export const SPANISH: ReadonlySet<string> = new Set(words(SPANISH_SURNAMES))

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
