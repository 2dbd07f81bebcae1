/** Names from languages in Latin script that show which part of a name is which, for `compareNames`. */

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

export const EUROPEAN_GIVEN_NAMES: ReadonlySet<string> = new Set(words(EUROPEAN))
export const VIETNAMESE: ReadonlySet<string> = new Set(words(VIETNAMESE_SURNAMES))
export const SPANISH: ReadonlySet<string> = new Set(words(SPANISH_SURNAMES))

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
