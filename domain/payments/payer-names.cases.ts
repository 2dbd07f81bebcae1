/**
 * Pairs of names with the answer that a careful reader would give: a declared name and one as a bank writes it. They were
 * written before `compareNames` and are its measure, so a change of the comparison does not change them.
 */
import { pairs, type Pair } from './payer-names.pairs.ts'

/** One person, written in two ways. */
export const SAME_PERSON: readonly Pair[] = pairs(`
# Case, blanks, punctuation
Mohamed Trabelsi | MOHAMED TRABELSI
amel ben salah | Amel Ben Salah
Karim  Jebali |  karim jebali 
Sophie Laurent | LAURENT, Sophie
John Smith | SMITH,JOHN
Sami Gharbi | Sami GHARBI.
# Order
Mohamed Trabelsi | TRABELSI MOHAMED
Youssef Ben Amor | BEN AMOR YOUSSEF
Claire Fontaine | Fontaine Claire
Mohamed Ali Trabelsi | TRABELSI Mohamed Ali
Nguyễn Văn Nam | Nam Nguyen Van
Trần Thị Mai | MAI TRAN THI
Lê Minh Tuấn | Tuan Minh Le
Phạm Quốc Bảo | PHAM QUOC BAO
Juan Carlos Pérez | PEREZ JUAN CARLOS
# Diacritics
Hélène Lefèvre | HELENE LEFEVRE
Françoise Noël | Francoise Noel
Müller Jürgen | Jurgen Muller
Jürgen Müller | JUERGEN MUELLER
Björn Böhm | Bjoern Boehm
Björn Böhm | BJORN BOHM
Anja Weiß | Anja Weiss
José Muñoz | JOSE MUNOZ
Begoña Ibáñez | Begona Ibanez
João Conceição | JOAO CONCEICAO
İbrahim Yılmaz | IBRAHIM YILMAZ
Ayşe Öztürk | AYSE OZTURK
Gülşah Çelik | Gulsah Celik
Đặng Thị Hồng | DANG THI HONG
Łukasz Wójcik | LUKASZ WOJCIK
Søren Kjær | Soren Kjaer
Chloé Lœuillet | CHLOE LOEUILLET
# Hyphens and words written together
Jean-Pierre Dupont | JEAN PIERRE DUPONT
Anne-Marie Roux | Annemarie Roux
Amel Ben Salah | Amel Bensalah
Amel Ben-Salah | BENSALAH AMEL
Hichem Bou Azizi | Hichem Bouazizi
Abd El Kader Mejri | Abdelkader Mejri
Abdel Kader Mejri | ABDELKADER MEJRI
Abd-er-Rahman Zouari | Abderrahman Zouari
Karl-Heinz Becker | Karlheinz Becker
Clara Müller-Schmidt | CLARA MUELLER SCHMIDT
Patrick O’Brien | PATRICK O'BRIEN
Patrick O’Brien | Patrick OBrien
Sean O Connor | Sean O'Connor
Fiona McDonald | FIONA MC DONALD
Yann Le Goff | YANN LEGOFF
Marie Saint-Martin | Marie Saint Martin
Nadia Aït Ahmed | NADIA AIT-AHMED
# Particles
Mohamed El Amri | Mohamed Amri
Fatma Al-Gharbi | Fatma Gharbi
Ahmed Elgharbi | Ahmed El Gharbi
Juan de la Cruz | Juan Cruz
Juan de la Cruz | JUAN DELACRUZ
Charles de Gaulle | CHARLES DEGAULLE
Maria da Silva | Maria Silva
Paulo dos Santos | PAULO SANTOS
Ludwig van Beethoven | Ludwig Beethoven
Jan van den Berg | JAN VANDENBERG
Klaus von Bülow | KLAUS BUELOW
Henri d’Ormesson | HENRI DORMESSON
Lucía del Río | LUCIA DEL RIO
José Ortega y Gasset | JOSE ORTEGA GASSET
Ali ben Salem Trabelsi | Ali Trabelsi
Mohamed Ben Ali Jlassi | Mohamed Ali Jlassi
Ahmed Ben Youssef | Ahmed Bin Yousef
Sidi Ould Ahmed | SIDI OULDAHMED
# Initials
Mohamed Trabelsi | M. Trabelsi
Mohamed Trabelsi | TRABELSI M
Karim Jebali | K Jebali
John Smith | J. Smith
John William Smith | John W. Smith
John William Smith | J. W. Smith
John William Smith | JW Smith
Jean-Pierre Dupont | J.-P. Dupont
Ana García López | A. García López
# Titles
Mohamed Trabelsi | M. Mohamed Trabelsi
Mohamed Trabelsi | MR TRABELSI MOHAMED
Leila Haddad | Mme Leila Haddad
Leila Haddad | MLLE HADDAD LEILA
Hans Becker | Herr Dr. Hans Becker
Petra Wolf | Frau Petra Wolf
Carmen Ruiz | Sra. Carmen Ruiz
Emma Clark | Mrs Emma Clark
Slim Karoui | Dr Slim Karoui
Hedi Nouira | Hadj Hedi Nouira
# Missing middle names and second surnames
Mohamed Ali Trabelsi | Mohamed Trabelsi
Mohamed Ali Trabelsi | TRABELSI MOHAMED
John Fitzgerald Kennedy | John Kennedy
Marie Louise Bernard | BERNARD MARIE
Gabriel García Márquez | Gabriel García
Gabriel García Márquez | GARCIA MARQUEZ GABRIEL
Gabriel García Márquez | GARCIA GABRIEL
Ana Lucía Fernández Gómez | Ana Fernández
Ana Lucía Fernández Gómez | ANA LUCIA FERNANDEZ
Maria Fernanda Costa Pereira | Maria Pereira
Nguyễn Văn Nam | Nam Nguyen
Trần Thị Mai | Mai Tran
Mehmet Can Demir | Mehmet Demir
Amel Trabelsi Jaziri | Amel Trabelsi
# Maghrebi spellings in Latin script
Mohamed Trabelsi | Mohammed Trabelssi
Mohamed Trabelsi | Muhammad Tarabulsi
Med Trabelsi | Mohamed Trabelsi
Youssef Khelifi | Yusuf Khlifi
Yousef Khalifi | Youssef Khelifi
Khelifa Jlassi | Khalifa Jelassi
Hichem Chebbi | Hisham Shebbi
Rachid Ghannouchi | Rashid Ghanouchi
Jamel Haddad | Jamal Hadad
Djamel Djebali | Jamel Jebali
Hassen Mejri | Hassan Majri
Houcine Zouari | Hussein Zwari
Slimane Louati | Sliman Lwati
Khadija Ayari | Khadidja Aiari
Ridha Bouzid | Rida Bouzid
Aicha Maatoug | Aisha Matoug
Mustapha Dridi | Mostafa Dridi
Abdelaziz Selmi | Abdul Aziz Selmi
Fethi Ferjani | Fathi Farjani
Omar Mbarek | Amor Mbarek
Walid Sassi | Oualid Sassi
Tarek Zoghlami | Tarik Zoghlami
Salah Ben Amor | Saleh Ben Omar
Noureddine Saidi | Nour Eddine Saidi
# Arabic script against Latin
محمد الطرابلسي | Mohamed Trabelsi
محمد الطرابلسي | MUHAMMAD TARABULSI
Mohamed Trabelsi | الطرابلسي محمد
يوسف خليفة | Youssef Khelifa
يوسف خليفة | YUSUF KHALIFA
أحمد بن صالح | Ahmed Ben Salah
أحمد بن صالح | AHMED BENSALAH
فاطمة الغربي | Fatma Gharbi
فاطمة الغربي | FATIMA EL GHARBI
عبد القادر الماجري | Abdelkader Mejri
عبد الرحمان الزواري | Abderrahmen Zouari
كريم الجبالي | Karim Jebali
ليلى حداد | Leila Haddad
هشام الشابي | Hichem Chebbi
خالد بوزيد | Khaled Bouzid
سامي الجلاصي | Sami Jlassi
مراد العياري | Mourad Ayari
نور الدين السعيدي | Noureddine Saidi
أيمن الدريدي | Aymen Dridi
إيناس القاسمي | Ines Kasmi
شكري بلعيد | Chokri Belaid
راشد الغنوشي | Rached Ghannouchi
حسين العامري | Houcine Amri
عائشة المنصوري | Aicha Mansouri
مريم بن عمر | Mariem Ben Amor
السيد محمد الطرابلسي | Mohamed Trabelsi
علي الهمامي | Ali Hammami
منجي سليم | Mongi Slim
# Arabic script on both sides
محمد الطرابلسي | الطرابلسي محمد
أحمد بن صالح | احمد بن صالح
مُحَمَّد الطَّرابُلسي | محمد الطرابلسي
ليلى حداد | ليلي حداد
`)

/** Two people, or a name that identifies no person. */
export const DIFFERENT_PERSONS: readonly Pair[] = pairs(`
# Another given name with the same surname: a relative is a third party
Mohamed Trabelsi | Karim Trabelsi
Mohamed Trabelsi | Mahmoud Trabelsi
Mohamed Trabelsi | Ahmed Trabelsi
Mohamed Trabelsi | Hamed Trabelsi
Hassen Gharbi | Houcine Gharbi
Samir Jaziri | Samira Jaziri
Amine Dridi | Amina Dridi
Nabil Sassi | Nabila Sassi
Farid Saidi | Farida Saidi
Jamel Haddad | Jamil Haddad
Salem Ayari | Slim Ayari
Salah Ayari | Salha Ayari
Rachid Karoui | Rached Karoui
Omar Mejri | Ammar Mejri
Sami Jlassi | Samia Jlassi
Khaled Bouzid | Khelil Bouzid
Ali Trabelsi | Alia Trabelsi
Hedi Mabrouk | Hedia Mabrouk
Mohamed Ali Trabelsi | Ali Trabelsi
TRABELSI Mohamed Ali | Ali Trabelsi
Mohamed Ali Trabelsi | Mohamed Karim Trabelsi
Jean Dupont | Jeanne Dupont
Jean-Pierre Dupont | Jean-Paul Dupont
Jean-Pierre Dupont | Pierre Dupont
Michel Bernard | Michèle Bernard
Paul Martin | Paula Martin
Maria Garcia | Mario Garcia
Daniel Weber | Daniela Weber
Andrea Rossi | Andrei Rossi
John Smith | Jane Smith
João Silva | Joana Silva
Mehmet Yılmaz | Ahmet Yılmaz
Ayşe Demir | Ayten Demir
Nguyễn Văn Nam | Nguyễn Văn Hùng
Nguyễn Văn Nam | Nguyễn Thị Nam
Nguyễn Minh Anh | Nguyễn Minh
Trần Thị Mai | Trần Thị Lan
محمد الطرابلسي | محمود الطرابلسي
محمد الطرابلسي | Mahmoud Trabelsi
حسن الغربي | Houcine Gharbi
حسين الغربي | Hassen Gharbi
سمير الجزيري | Samira Jaziri
سالم العياري | Slim Ayari
جمال حداد | Jamil Haddad
عمار الماجري | Omar Mejri
أمينة الدريدي | Amine Dridi
K. Trabelsi | Mohamed Trabelsi
Mohamed Trabelsi | S Trabelsi
John W. Smith | John R. Smith
J. W. Smith | John Robert Smith
# Another surname, near or far
Mohamed Trabelsi | Mohamed Tarhouni
Ahmed Ben Ali | Ahmed Ben Alia
Ahmed Ben Salah | Ahmed Ben Salem
Ahmed Ben Amor | Ahmed Ben Ammar
Ahmed Ben Youssef | Ahmed Yousfi
Karim Mansour | Karim Mansouri
Karim Bouzid | Karim Bouzidi
Karim Hamdi | Karim Hammadi
Leila Ayari | Leila Ayadi
Leila Selmi | Leila Sellami
Leila Nasri | Leila Nasr
Leila Salhi | Leila Salah
Sami Amri | Sami Omri
Sami Jebali | Sami Jlassi
Sami Khelifi | Sami Khelil
Sami Mejri | Sami Mehri
Youssef Gharbi | Youssef Charfi
Youssef Haddad | Youssef Hamdi
Fatma Zouari | Fatma Zarrouk
Mohamed Ali | Mohamed Ali Trabelsi
Ana Garcia | Ana Garza
Ana Fernández | Ana Hernández
Juan Pérez | Juan Pereira
Juan García López | Juan García Pérez
Juan Pérez Gómez | Juan Gómez
Jürgen Müller | Jürgen Möller
Thomas Schmidt | Thomas Schmitt
Thomas Schmidt | Thomas Schmid
Anna Meier | Anna Meyer
Anna Hofmann | Anna Hoffmann
Peter Bauer | Peter Baur
Peter Koch | Peter Kock
Claire Martin | Claire Martinez
Claire Morel | Claire Moreau
Luc Le Goff | Luc Le Gall
Luc Durand | Luc Durant
Emma Clark | Emma Clarke
Emma Brown | Emma Braun
John Johnson | John Johnston
Patrick O’Brien | Patrick O’Connor
Fiona McDonald | Fiona Donald
Ben Johnson | Ben Smith
Carlos Santos | Carlos Santana
Maria Costa | Maria Castro
Paulo Sousa | Paulo Souza
Mehmet Yılmaz | Mehmet Yıldız
Mehmet Kaya | Mehmet Kara
Nguyễn Văn Nam | Phạm Văn Nam
Lê Văn Nam | Lý Văn Nam
Maria Rossi | Maria Russo
محمد الطرابلسي | Mohamed Tarhouni
أحمد بن علي | Ahmed Ben Alia
كريم المنصوري | Karim Mansour
كريم حمدي | Karim Hammadi
ليلى العياري | Leila Ayadi
خالد بوزيد | Khaled Bouzidi
سامي الجلاصي | سامي الجبالي
# Nothing in common
Mohamed Trabelsi | Sophie Laurent
John Smith | Smith Wesson
محمد الطرابلسي | Sophie Laurent
# One name is not enough
Mohamed Trabelsi | Trabelsi
Mohamed Trabelsi | Mohamed
Trabelsi | Trabelsi
Mr Trabelsi | M. Mohamed Trabelsi
Karim Trabelsi | M. Trabelsi
محمد | محمد الطرابلسي
 | 
Mohamed Trabelsi | 
    | Mohamed Trabelsi
M. T. | Mohamed Trabelsi
M. T. | M. T.
MT | Mohamed Trabelsi
12345678 | 12345678
Mr | Mr
... | ...
Virement 4455 | Virement 4455
# A company is not a person, and a joint account is for the seller to judge
Mohamed Trabelsi | Trabelsi Mohamed SARL
Trabelsi Trading Ltd | Trabelsi Trading Ltd
Hans Becker | Hans Becker GmbH
محمد الطرابلسي | شركة محمد الطرابلسي
Sté Karim Jebali | Karim Jebali
Karim Trabelsi | M. et Mme Trabelsi
Karim Trabelsi | Karim Trabelsi ou Amel Trabelsi
`)
